-- And and or give one of their values.
-- expect: [2,"x",false,true,1]
local M = {}
function M.evaluate_activation(context)
  return { 1 and 2, nil or "x", false and 1, not nil, 1 or error("no") }
end
return M
