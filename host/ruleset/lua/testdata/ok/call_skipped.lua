-- A nil among the arguments is left out.
-- expect: []
-- reply: search {"ok":[]}
-- requests: search {"text":"q","limit":3,"kinds":["skill"]}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search("q", 3, nil, { "skill" })
end
return M
