-- One target takes one of several values.
-- expect: [1,"1!"]
local M = {}
function M.evaluate_activation(context)
  local function two() return 1, 2 end
  local t = {}
  t.a = two()
  local s = two() .. "!"
  return { t.a, s }
end
return M
