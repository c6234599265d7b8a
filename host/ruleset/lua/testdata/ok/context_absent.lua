-- What the context lacks is nil.
-- expect: ["nil"]
-- context: {"abi":1}
local M = {}
function M.evaluate_activation(context)
  return { tostring(context.user_prompt) }
end
return M
