-- Stores through several targets at once.
-- expect: limit:
local a, b = {}, {}
for i = 1, 1e9 do a[i], b["k" .. i] = i, i end
