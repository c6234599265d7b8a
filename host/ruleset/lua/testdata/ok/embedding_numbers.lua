-- Read as an array, the numbers are fetched, once.
-- expect: [2,0.5,0.75,0.5,0.25]
-- reply: embed {"ok":"e1"}
-- reply: vector {"ok":[0.5,0.25]}
-- requests: embed {"text":"x"} | vector {"embedding":"e1"}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.embed("x")
  local sum = 0
  for _, n in ipairs(e) do sum = sum + n end
  local a, b = unpack(e)
  return { #e, e[1], sum, a, b }
end
return M
