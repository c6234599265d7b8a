-- The same ruleset is in Go (sdk/go/rulesettest) and in Rust (sdk/rust/tests/shared.rs).
local function activate(context)
  local fine, found = pcall(impressionism.search_skills, context.user_prompt, 3)
  if not fine then
    impressionism.log("warn", tostring(found))
    return {}
  end
  local known, vector = pcall(impressionism.embed_text, context.user_prompt)
  local entries = {}
  for _, candidate in ipairs(found) do
    local skill = candidate.skill
    if known and skill.embedding then
      local cosine = impressionism.cosine_similarity(vector, skill.embedding)
      impressionism.log("info", ("%s: %.2f"):format(skill.name, cosine))
    end
    if candidate.similarity >= 0.5 then
      local reason = skill.name .. ": " .. skill.description
      entries[#entries + 1] = { skill_id = skill.id, kind = skill.kind, reason = reason, score = candidate.similarity }
    end
  end
  return entries
end

local function deactivate(context)
  local ids = {}
  for _, item in ipairs(impressionism.get_active_skills()) do
    ids[#ids + 1] = item.id
  end
  local entries = {}
  for _, found in ipairs(impressionism.relevance(context.user_prompt, ids)) do
    if found.similarity < 0.2 then
      entries[#entries + 1] = { skill_id = found.id, reason = "off the topic" }
    end
  end
  return entries
end

return { evaluate_activation = activate, evaluate_deactivation = deactivate }
