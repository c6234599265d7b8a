-- Inserts without end.
-- expect: limit:
local t = {}
while true do table.insert(t, 0.5) end
