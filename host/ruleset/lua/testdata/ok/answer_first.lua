-- Only the first result counts.
-- expect: [1]
local M = {}
function M.evaluate_activation(context)
  return { 1 }, "second"
end
return M
