-- Replacing.
-- expect: ["hexxo",2,"hello hello","1 + 2","<a> <b>","%","hi",1,"-a-b-"]
local M = {}
function M.evaluate_activation(context)
  local a, n = ("hello"):gsub("l", "x")
  local g, m = ("hi"):gsub("$", "")
  return { a, n, (("hello"):gsub("%w+", "%0 %0")), (("$a + $b"):gsub("%$(%w)", { a = 1, b = "2" })), (("a b"):gsub("%a", function(x) return "<" .. x .. ">" end)), (("x"):gsub("x", "%%")), g, m, (("ab"):gsub("", "-")) }
end
return M
