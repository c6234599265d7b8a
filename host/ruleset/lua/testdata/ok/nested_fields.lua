-- Functions in nested tables.
-- expect: [7]
local M = {}
function M.evaluate_activation(context)
  local a = { b = { c = {} } }
  function a.b.c.f(x) return x + 1 end
  function a.b.c:g(x) return self.f(x) end
  return { a.b.c:g(6) }
end
return M
