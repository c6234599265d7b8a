-- Suggests what is similar enough, at most a few.
local words = require("words")
local api = impressionism
local M = {}

function M.evaluate_activation(context)
  local answer, threshold = {}, api.param("threshold", 0.8)
  local most = api.param{ name = "most", default = 3 }
  for _, hit in ipairs(api.search(context.user_prompt or "", 20)) do
    if hit.similarity >= threshold and #answer < most then
      table.insert(answer, { ref = hit.item.ref, reason = words.reason(hit), score = hit.similarity })
    end
  end
  if api.param("mode", "calm") == "keen" then impressionism.log("debug", string.format("%d found", #answer)) end
  return answer
end

function M.evaluate_deactivation(context)
  local answer = {}
  for _, item in ipairs(api.active()) do
    if item.prompts_since_relevant > 5 then
      answer[#answer + 1] = { ref = item.ref, reason = "not needed" }
    end
  end
  return answer
end

return M
