-- Makes the interpreter quote a long key in an error.
-- expect: limit:
local a = ("x"):rep(1e6)
local n
while true do pcall(function() return n[a] end) end
