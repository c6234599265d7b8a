-- Overflows the stack above a frame with many tail calls.
-- expect: limit: stack
local function deep() return 1 + deep() end
local function f(n)
  if n > 0 then return f(n - 1) end
  while true do pcall(deep) end
end
f(400000)
