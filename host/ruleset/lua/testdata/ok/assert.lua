-- Assert passes its values on, or raises its message.
-- expect: [1,2,"why","assertion failed!"]
local M = {}
function M.evaluate_activation(context)
  local a, b = assert(1, 2)
  local _, c = pcall(assert, false, "why")
  local _, d = pcall(assert, nil)
  return { a, b, c, d }
end
return M
