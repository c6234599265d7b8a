-- Suggests what fits the prompt, best first, and nothing to someone who only asks;
-- drops what was of no use for a while.
local M, api = {}, impressionism
local only_asks = require("asking")
local RESULTS = 3

function M.evaluate_activation(context)
  if only_asks(context.user_prompt) then return {} end
  local answer, threshold = {}, api.param("similarity_threshold", 0.7)
  for _, hit in ipairs(api.search(context.user_prompt or "", RESULTS)) do
    if hit.similarity >= threshold then
      local reason = string.format("it fits the prompt, similarity=%.2f", hit.similarity)
      table.insert(answer, { ref = hit.item.ref, reason = reason, score = hit.similarity })
    end
  end
  return answer
end

function M.evaluate_deactivation(context)
  local answer, found = {}, {}
  local limit = api.param("inactive_threshold", 3)
  for _, entry in ipairs(context.activated or {}) do found[entry.ref] = true end
  for _, item in ipairs(api.active()) do
    local unused = item.prompts_since_relevant + 1
    if unused >= limit and not found[item.ref] and not item.sticky then
      local reason = string.format("not needed for %d prompts", unused)
      table.insert(answer, { ref = item.ref, reason = reason })
    end
  end
  return answer
end

return M
