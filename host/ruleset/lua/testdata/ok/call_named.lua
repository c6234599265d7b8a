-- One table with named fields is the request.
-- expect: []
-- reply: search {"ok":[]}
-- requests: search {"text":"q","limit":3,"kinds":["skill"]}
local M = {}
function M.evaluate_activation(context)
  return impressionism.search({ text = "q", limit = 3, kinds = { "skill" } })
end
return M
