-- Makes a million tail calls, then raises errors whose trace would list them.
-- expect: limit:
local function f(n)
  if n > 0 then return f(n - 1) end
  while true do pcall(error, "x", 2) end
end
f(300000)
