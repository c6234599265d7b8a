-- Recurses through a replacement.
-- expect: limit: stack
local function f() return (("x"):gsub("x", f)) end
f()
