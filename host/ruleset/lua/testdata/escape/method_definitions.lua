-- Defines a method on fresh tables.
-- expect: limit: memory
local keep = {}
for i = 1, 1e9 do local t = {}; function t:m() return self end keep[i] = t end
