-- Values are cut or filled to the number of targets.
-- expect: [1,"nil",1,2]
local M = {}
function M.evaluate_activation(context)
  local function two() return 1, 2 end
  local t = {}
  t.a, t.b = (two())
  t.c, t.d = two()
  return { t.a, tostring(t.b), t.c, t.d }
end
return M
