-- Embeddings of found items are embeddings too.
-- expect: ["table","e7"]
-- reply: search_skills {"ok":[{"skill":{"id":"a","embedding":"e7"},"similarity":0.9}]}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.search_skills("q", 1)[1].skill.embedding
  return { type(e), e }
end
return M
