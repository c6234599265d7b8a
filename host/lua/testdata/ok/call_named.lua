-- One table with named fields is the request.
-- expect: []
-- reply: search_skills {"ok":[]}
-- requests: search_skills {"query_text":"q","limit":3,"kinds":["skill"]}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search_skills({ query_text = "q", limit = 3, kinds = { "skill" } })
end
return M
