-- Keeps thousands of captured variables on the stack and returns over them.
-- expect: limit: stack
local function deep(n)
  local a, b, c, d, e, g, h, i, j, k = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  local f = function() return a, b, c, d, e, g, h, i, j, k end
  if n > 0 then deep(n - 1) else local function r() end while true do r() end end
  return f
end
deep(100)
