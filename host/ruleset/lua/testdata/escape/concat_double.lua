-- Doubles a string without end.
-- expect: limit: memory
local s = "x"
while true do s = s .. s end
