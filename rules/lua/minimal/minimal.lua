-- Looks at the prompt alone: what is very like it is active, what two prompts in
-- a row did not find leaves.
local minimal, api = {}, impressionism
local CANDIDATES, RESULTS = 20, 2 -- items looked at, and those of a family that may be active

local function family(ref) -- skills and commands are one, each other kind is its own
  local kind = ref:match("^[^:]*")
  return kind == "command" and "skill" or kind
end

local function at_file() -- lessons whose paths name the touched file
  local touched, answer = {}, {}
  for _, item in ipairs(api.items({ "lesson" })) do
    if item.lesson and item.lesson.touched then table.insert(touched, item.ref) end
  end
  table.sort(touched)
  for i = 1, math.min(#touched, RESULTS) do answer[i] = { ref = touched[i], reason = "its paths name the file" } end
  return answer
end

function minimal.evaluate_activation(context)
  if context.hook_event == "file_touched" then return at_file() end
  local answer, places, threshold = {}, {}, api.param("similarity_threshold", 0.70)
  for _, hit in ipairs(api.search(context.user_prompt or "", CANDIDATES)) do
    local own = family(hit.item.ref)
    places[own] = (places[own] or 0) + 1
    if places[own] <= RESULTS and hit.similarity >= threshold then
      local reason = string.format("fits the prompt, similarity=%.2f", hit.similarity)
      table.insert(answer, { ref = hit.item.ref, reason = reason, score = hit.similarity })
    end
  end
  return answer
end

function minimal.evaluate_deactivation(context)
  if context.hook_event == "file_touched" then return {} end
  local found, answer = {}, {}
  local limit, this = api.param("inactive_threshold", 2), context.hook_event == "prompt" and 1 or 0
  for _, entry in ipairs(context.activated or {}) do found[entry.ref] = true end
  for _, item in ipairs(api.active()) do
    local unused = item.prompts_since_relevant + this
    if unused >= limit and not found[item.ref] and not item.sticky then
      local reason = string.format("not found by the last %d prompts", unused)
      table.insert(answer, { ref = item.ref, reason = reason })
    end
  end
  return answer
end

return minimal
