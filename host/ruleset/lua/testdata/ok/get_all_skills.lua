-- The list itself, page after page.
-- expect: ["a","b","c"]
-- reply: items {"ok":{"items":[{"id":"a"},{"id":"b"}],"truncated":true}}
-- reply: items {"ok":{"items":[{"id":"c"}],"truncated":false}}
-- requests: items {"offset":0} | items {"offset":2}
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for i, s in ipairs(impressionism.items()) do out[i] = s.id end
  return out
end
return M
