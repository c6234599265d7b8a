-- Keeps numbers.
-- expect: limit:
local t = {}
for i = 1, 1e9 do t[i] = i * 1.5 end
