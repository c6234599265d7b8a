-- Finding.
-- expect: [3,5,"nil",2,3,1,3,"b","nil",3,4]
local M = {}
function M.evaluate_activation(context)
  local a, b = ("hello"):find("ll?o?")
  local c, d = ("a.b"):find(".", 2, true)
  local e, f, g = ("abc"):find("a(b)c")
  local h, i = ("äb"):find("b")
  return { a, b, tostring(("x"):find("y")), c, d + 1, e, f, g, tostring(("x"):find("x", 5)), h, i + 1 }
end
return M
