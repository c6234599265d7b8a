-- What "and" and "or" give is assigned, also nil and false.
-- expect: ["nil","false",2,3,"nil","nil"]
local M = {}
function M.evaluate_activation(context)
  local function none() return nil end
  local a, b, c, d, e, t = 5, 5, 5, 5, 5, { x = 1 }
  a = none() and 2
  b = false and 2
  c = none() or 2
  d = none() and 2 or 3
  e = 1 and none() and 2
  t.x = none() and 2
  return { tostring(a), tostring(b), c, d, tostring(e), tostring(t.x) }
end
return M
