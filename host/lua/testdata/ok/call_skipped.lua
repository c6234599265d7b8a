-- A nil among the arguments is left out.
-- expect: []
-- reply: search_skills {"ok":[]}
-- requests: search_skills {"query_text":"q","limit":3,"kinds":["skill"]}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search_skills("q", 3, nil, { "skill" })
end
return M
