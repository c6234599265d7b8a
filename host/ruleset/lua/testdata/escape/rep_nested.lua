-- Repeats what was repeated.
-- expect: limit: memory
local s = "x"
while true do s = s:rep(10) end
