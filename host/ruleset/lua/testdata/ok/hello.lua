-- A ruleset that answers one entry.
-- expect: [{"ref":"skill:db","reason":"similarity=0.80","score":0.8}]
local M = {}
function M.evaluate_activation(context)
  local score = 0.8
  return { { ref = "skill:db", reason = string.format("similarity=%.2f", score), score = score } }
end
return M
