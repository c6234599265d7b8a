-- Plain numbers serve as an embedding.
-- expect: []
-- reply: search_skills_by_embedding {"ok":[]}
-- requests: search_skills_by_embedding {"embedding":[0.5,0.25],"limit":3}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search_skills_by_embedding({ 0.5, 0.25 }, 3)
end
return M
