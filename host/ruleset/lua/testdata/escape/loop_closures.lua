-- Makes closures that keep a variable each.
-- expect: limit: memory
local keep = {}
for i = 1, 1e9 do local x = i; keep[i] = function() return x end end
