-- Each loop turn has its own variable.
-- expect: [1,2,3,6]
local M = {}
function M.evaluate_activation(context)
  local fs, sum = {}, 0
  for i = 1, 3 do fs[i] = function() sum = sum + i return i end end
  return { fs[1](), fs[2](), fs[3](), sum }
end
return M
