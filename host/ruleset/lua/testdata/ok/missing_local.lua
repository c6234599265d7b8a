-- The field of a local variable is found behind a block that had other variables, too.
-- expect: error internal: custom/missing_local.lua:7: attempt to call a non-function object: jion is nil; did you mean join?
local M = {}
function M.evaluate_activation(c)
  do local one, other = 1, 2 end
  local api = { join = table.concat }
  local made = function() return api.jion({ c }) end local text = tostring(c.sequence) .. api.jion({ c })
  return {} end
return M
