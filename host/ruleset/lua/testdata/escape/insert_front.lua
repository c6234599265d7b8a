-- Inserts at the front of a long list.
-- expect: limit:
local t = {}
while true do table.insert(t, 1, 0) end
