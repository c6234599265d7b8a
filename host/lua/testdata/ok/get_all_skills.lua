-- The list itself, page after page.
-- expect: ["a","b","c"]
-- reply: get_all_skills {"ok":{"items":[{"id":"a"},{"id":"b"}],"truncated":true}}
-- reply: get_all_skills {"ok":{"items":[{"id":"c"}],"truncated":false}}
-- requests: get_all_skills {"offset":0} | get_all_skills {"offset":2}
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for i, s in ipairs(impressionism.get_all_skills()) do out[i] = s.id end
  return out
end
return M
