-- Swallows the end of fuel with many pcalls inside each other.
-- expect: limit: fuel
local function deep(n)
  if n == 0 then while true do end end
  return pcall(deep, n - 1)
end
while true do deep(30) end
