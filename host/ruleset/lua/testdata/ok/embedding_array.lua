-- Plain numbers serve as an embedding.
-- expect: []
-- reply: search {"ok":[]}
-- requests: search {"embedding":[0.5,0.25],"limit":3}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search({ embedding = { 0.5, 0.25 }, limit = 3 })
end
return M
