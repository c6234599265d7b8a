-- A list of kinds is the first argument.
-- expect: []
-- reply: get_all_skills {"ok":{"items":[],"truncated":false}}
-- requests: get_all_skills {"kinds":["skill"],"offset":0}
local M = {}
function M.evaluate_activation(context)
  return impressionism.get_all_skills({ "skill" })
end
return M
