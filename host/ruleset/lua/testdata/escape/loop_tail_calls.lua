-- Calls itself in tail position for ever.
-- expect: limit: fuel
local function f() return f() end
f()
