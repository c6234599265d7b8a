-- The same ruleset is in Go (sdk/go/rulesettest) and in Rust (sdk/rust/tests/shared.rs).
local function activate(context)
  local fine, found = pcall(impressionism.search, context.user_prompt, 3)
  if not fine then
    impressionism.log("warn", tostring(found))
    return {}
  end
  local known, vector = pcall(impressionism.embed, context.user_prompt)
  local entries = {}
  for _, candidate in ipairs(found) do
    local item = candidate.item
    if known and item.embedding then
      local cosine = impressionism.similarities(vector, { item.embedding })[1]
      impressionism.log("info", ("%s: %.2f"):format(item.name, cosine))
    end
    if candidate.similarity >= 0.5 then
      local reason = item.name .. ": " .. item.description
      entries[#entries + 1] = { ref = item.ref, reason = reason, score = candidate.similarity }
    end
  end
  return entries
end

local function deactivate(context)
  local refs = {}
  for _, item in ipairs(impressionism.active()) do
    refs[#refs + 1] = item.ref
  end
  local entries = {}
  for _, found in ipairs(impressionism.relevance(context.user_prompt, refs)) do
    if found.similarity < 0.2 then
      entries[#entries + 1] = { ref = found.ref, reason = "off the topic" }
    end
  end
  return entries
end

return { evaluate_activation = activate, evaluate_deactivation = deactivate }
