-- Matching.
-- expect: ["key","value","2024",3,"nil","(a(b)c)","word"]
local M = {}
function M.evaluate_activation(context)
  local k, v = ("key = value"):match("^(%w+)%s*=%s*(%w+)$")
  return { k, v, ("in 2024"):match("%d+"), ("abc"):match("ab()"), tostring(("x"):match("(y)")), ("f(a(b)c)"):match("%b()"), ("THE word"):match("%f[%l]%l+") }
end
return M
