-- A list from which the end was removed is shorter.
-- expect: [1,2]
local M = {}
function M.evaluate_activation(context)
  local t = { 1, 2, 3 }
  t[3] = nil
  return t
end
return M
