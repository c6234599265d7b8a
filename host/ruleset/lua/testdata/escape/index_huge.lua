-- Stores at index sixty million.
-- expect: limit: memory
local t = {}
for i = 1, 1e9 do t[i] = {}; t[i][60000] = 1 end
