-- Joins a long string with itself.
-- expect: limit: memory
local s = ("x"):rep(1e6)
local t = {}
for i = 1, 1000 do t[i] = s end
table.concat(t)
