-- Operators, strings as numbers.
-- expect: [7,2.5,1,8,-3,15,5,2,"31"]
local M = {}
function M.evaluate_activation(context)
  return { 3 + 4, 5 / 2, -5 % 3, 2 ^ 3, -"3", "10" + 5, "0x10" - 11, 17 % 5, 3 .. 1 }
end
return M
