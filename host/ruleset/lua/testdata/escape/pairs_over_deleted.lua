-- Begins to walk over deleted keys without end.
-- expect: limit:
local t = {}
for i = 1, 20000 do t["k" .. i] = 1 end
for i = 1, 20000 do t["k" .. i] = nil end
while true do for k in pairs(t) do end end
