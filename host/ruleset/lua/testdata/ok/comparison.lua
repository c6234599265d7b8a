-- Comparisons of numbers, strings and tables.
-- expect: [true,false,true,true,true,false,true]
local M = {}
function M.evaluate_activation(context)
  local t = {}
  return { 1 < 2, 2 <= 1, "a" < "b", "a" ~= "b", t == t, t == {}, "10" ~= 10 }
end
return M
