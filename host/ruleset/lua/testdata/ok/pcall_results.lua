-- pcall passes on any number of arguments and results.
-- expect: [true,1,"nil",3,4,true,0]
local M = {}
function M.evaluate_activation(context)
  local function show(...) return select("#", ...), ... end
  local n, ok, a, b, c = show(pcall(function(...) return ... end, 1, nil, 3))
  local m, fine = show(pcall(function() end))
  return { ok, a, tostring(b), c, n, fine, m - 1 }
end
return M
