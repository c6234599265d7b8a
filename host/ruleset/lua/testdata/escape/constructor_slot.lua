-- Makes large arrays by one entry of a constructor.
-- expect: limit: memory
local keep = {}
for i = 1, 1e9 do keep[i] = { [60000] = i } end
