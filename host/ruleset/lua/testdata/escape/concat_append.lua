-- Appends to a string without end.
-- expect: limit: memory
local s = ""
while true do s = s .. "xxxxxxxxxxxxxxxx" end
