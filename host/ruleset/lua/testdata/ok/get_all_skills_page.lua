-- With a limit, one page.
-- expect: ["a"]
-- reply: items {"ok":{"items":[{"id":"a"}],"truncated":true}}
-- requests: items {"limit":1}
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for i, s in ipairs(impressionism.items({ limit = 1 })) do out[i] = s.id end
  return out
end
return M
