-- Searches, reads what was said, counts words and sorts, as rulesets do. Saved
-- baselines hold multiples of its time: whoever changes it makes them unusable.
local yardstick, api = {}, impressionism

local function words(text)
  local list = {}
  for word in string.gmatch(string.lower(text), "%a+") do
    list[word] = (list[word] or 0) + 1
  end
  return list
end

function yardstick.evaluate_activation(context)
  local said = {}
  for _, message in ipairs(api.messages(4)) do
    for word, count in pairs(words(message.content)) do said[word] = (said[word] or 0) + count end
  end
  local asked, threshold, found = words(context.user_prompt), api.param("similarity_threshold", 0.5), {}
  for _, hit in ipairs(api.search(context.user_prompt, 12)) do
    local shared = 0
    for _, keyword in ipairs(hit.item.keywords) do
      if asked[keyword] or said[keyword] then shared = shared + 1 end
    end
    if hit.similarity >= threshold then
      table.insert(found, { ref = hit.item.ref, score = hit.similarity, shared = shared })
    end
  end
  table.sort(found, function(a, b) return a.shared > b.shared end)
  local answer = {}
  for _, hit in ipairs(found) do
    local reason = string.format("similarity %.2f, %d words shared", hit.score, hit.shared)
    table.insert(answer, { ref = hit.ref, score = hit.score, reason = reason })
  end
  return answer
end

function yardstick.evaluate_deactivation()
  local answer = {}
  for _, item in ipairs(api.active()) do
    if item.prompts_since_relevant > 5 then
      table.insert(answer, { ref = item.ref, reason = "long not relevant" })
    end
  end
  return answer
end

return yardstick
