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
  for _, message in ipairs(api.get_recent_messages(context.session_id, 4)) do
    for word, count in pairs(words(message.content)) do said[word] = (said[word] or 0) + count end
  end
  local asked, threshold, found = words(context.user_prompt), api.get_param("similarity_threshold", 0.5), {}
  for _, hit in ipairs(api.search_skills(context.user_prompt, 12)) do
    local shared = 0
    for _, keyword in ipairs(hit.skill.keywords) do
      if asked[keyword] or said[keyword] then shared = shared + 1 end
    end
    if hit.similarity >= threshold then
      table.insert(found, { skill_id = hit.skill.id, score = hit.similarity, shared = shared })
    end
  end
  table.sort(found, function(a, b) return a.shared > b.shared end)
  local answer = {}
  for _, hit in ipairs(found) do
    local reason = string.format("similarity %.2f, %d words shared", hit.score, hit.shared)
    table.insert(answer, { skill_id = hit.skill_id, score = hit.score, reason = reason })
  end
  return answer
end

function yardstick.evaluate_deactivation()
  local answer = {}
  for _, item in ipairs(api.get_active_skills()) do
    if item.prompts_since_relevant > 5 then
      table.insert(answer, { skill_id = item.id, reason = "long not relevant" })
    end
  end
  return answer
end

return yardstick
