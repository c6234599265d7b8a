-- With a limit, one page.
-- expect: ["a"]
-- reply: get_all_skills {"ok":{"items":[{"id":"a"}],"truncated":true}}
-- requests: get_all_skills {"limit":1}
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for i, s in ipairs(impressionism.get_all_skills({ limit = 1 })) do out[i] = s.id end
  return out
end
return M
