-- Targets are evaluated before the first assignment.
-- expect: [3,20,2,1]
local M = {}
function M.evaluate_activation(context)
  local i, a = 1, { 0, 0 }
  i, a[i] = i + 2, 20
  local x, y = 1, 2
  x, y = y, x
  return { i, a[1], x, y }
end
return M
