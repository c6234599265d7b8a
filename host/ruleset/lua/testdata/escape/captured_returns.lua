-- Returns for ever over as many captured variables as are allowed.
-- expect: limit: fuel
local function deep(n)
  local a, b, c, d, e, g, h, i, j, k = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  local f = function() return a, b, c, d, e, g, h, i, j, k end
  if n > 0 then deep(n - 1) else local function r() end while true do r() end end
  return f
end
deep(22)
