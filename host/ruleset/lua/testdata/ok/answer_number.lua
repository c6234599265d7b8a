-- A number reaches the check as it is.
-- expect: 5
local M = {}
function M.evaluate_activation(context)
  return 5
end
return M
