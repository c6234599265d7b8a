-- A line for the author.
-- expect: []
-- reply: log {"ok":null}
-- requests: log {"level":"debug","message":"x = 1"}
local M = {}
function M.evaluate_activation(context)
  impressionism.log("debug", "x = " .. 1)
  return {}
end
return M
