-- Named fields are an object, in the order of assignment.
-- expect: {"b":1,"a":[true,false]}
local M = {}
function M.evaluate_activation(context)
  return { b = 1, a = { true, false } }
end
return M
