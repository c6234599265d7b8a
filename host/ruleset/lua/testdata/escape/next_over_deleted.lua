-- Walks over deleted keys at each step.
-- expect: limit:
local t = {}
for i = 1, 20000 do t["k" .. i] = 1 end
for i = 1, 20000 do t["k" .. i] = nil end
while true do next(t) end
