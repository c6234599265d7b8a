-- A list of kinds is the first argument.
-- expect: []
-- reply: items {"ok":{"items":[],"truncated":false}}
-- requests: items {"kinds":["skill"],"offset":0}
local M = {}
function M.evaluate_activation(context)
  return impressionism.items({ "skill" })
end
return M
