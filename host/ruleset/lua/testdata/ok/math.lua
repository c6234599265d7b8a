-- The math library.
-- expect: [3,4,2,5,1,"inf",true,0.25,3]
local M = {}
function M.evaluate_activation(context)
  return { math.floor(3.7), math.ceil(3.2), math.min(5, 2, 9), math.max(1, 5), math.abs(-1), tostring(math.huge), math.pi > 3.14, select(2, math.modf(1.25)), math.sqrt(9) }
end
return M
