-- Without vector the numbers stay out of reach.
-- expect: ["not_allowed"]
-- calls: embed
-- reply: embed {"ok":"e1"}
local M = {}
function M.evaluate_activation(context)
  local e = impressionism.embed("x")
  local _, err = pcall(function() return e[1] end)
  return { err.code }
end
return M
