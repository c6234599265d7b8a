-- Recurses through pcall without end.
-- expect: limit: stack
local function f() pcall(f) return 1 end
while true do f() end
