-- An empty table is the empty list.
-- expect: []
local M = {}
function M.evaluate_activation(context)
  return {}
end
return M
