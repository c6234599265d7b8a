-- Recurses without end.
-- expect: limit: stack
local function f() return 1 + f() end
f()
