-- Removes from the front of a long list.
-- expect: limit:
local t = {}
for i = 1, 60000 do t[i] = i end
while true do table.remove(t, 1) t[60000] = 1 end
