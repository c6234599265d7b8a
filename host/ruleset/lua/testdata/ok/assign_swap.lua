-- Swapping in a list.
-- expect: [2,1,3]
local M = {}
function M.evaluate_activation(context)
  local t = { 1, 2, 3 }
  t[1], t[2] = t[2], t[1]
  return t
end
return M
