-- pairs goes in the order of insertion, numbers of the list first.
-- expect: [1,2,"z","a","m"]
local M = {}
function M.evaluate_activation(context)
  local t = { z = 1 }
  t.a = 2
  t[1], t[2] = "x", "y"
  t.m = 3
  local out = {}
  for k in pairs(t) do out[#out + 1] = k end
  return out
end
return M
