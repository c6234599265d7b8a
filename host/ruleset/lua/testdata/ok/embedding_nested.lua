-- Embeddings of found items are embeddings too.
-- expect: ["table","e7"]
-- reply: search {"ok":[{"item":{"ref":"skill:a","embedding":"e7"},"similarity":0.9}]}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.search("q", 1)[1].item.embedding
  return { type(e), e }
end
return M
