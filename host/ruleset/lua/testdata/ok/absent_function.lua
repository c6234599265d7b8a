-- A function that is not there says nothing.
-- expect: []
-- function: evaluate_deactivation
local M = {}
function M.evaluate_activation(context)
  return 1
end
return M
