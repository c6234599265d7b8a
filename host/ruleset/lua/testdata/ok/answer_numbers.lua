-- Whole numbers have no fraction; large and small ones stay exact.
-- expect: [1,-3,0.5,9007199254740991,1e+20,1e-07,0]
local M = {}
function M.evaluate_activation(context)
  return { 1, -3, 0.5, 2 ^ 53 - 1, 1e20, 1e-7, -0 }
end
return M
