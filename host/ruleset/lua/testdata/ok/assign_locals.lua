-- Local variables swap and rotate.
-- expect: [2,1,3,1,2,2,3]
local M = {}
function M.evaluate_activation(context)
  local x, y = 1, 2
  x, y = y, x
  local a, b, c = 1, 2, 3
  a, b, c = c, a, b
  local p, q = 1, 2
  p, q = q, p + 2
  return { x, y, a, b, c, p, q }
end
return M
