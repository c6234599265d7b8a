-- Lists become values.
-- expect: [1,2,3,2]
local M = {}
function M.evaluate_activation(context)
  local a, b, c = unpack({ 1, 2, 3 })
  return { a, b, c, (unpack({ 1, 2, 3 }, 2, 3)) }
end
return M
