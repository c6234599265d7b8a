-- Nil says nothing.
-- expect: []
local M = {}
function M.evaluate_activation(context)
  return nil
end
return M
