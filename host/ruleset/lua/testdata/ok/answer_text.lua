-- A string reaches the check as it is.
-- expect: "no list"
local M = {}
function M.evaluate_activation(context)
  return "no list"
end
return M
