-- Embeddings of found items are embeddings too.
-- expect: ["e7"]
-- reply: search_skills {"ok":[{"skill":{"id":"a","embedding":"e7"},"similarity":0.9}]}
local M = {}
function M.evaluate_activation(context)
  return { impressionism.search_skills("q", 1)[1].skill.embedding }
end
return M
