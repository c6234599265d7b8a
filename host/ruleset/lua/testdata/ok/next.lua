-- next walks and tells an empty table.
-- expect: ["a",1,"nil"]
local M = {}
function M.evaluate_activation(context)
  local t = { a = 1 }
  local k, v = next(t)
  return { k, v, tostring(next({})) }
end
return M
