-- Makes tables with a field and keeps them.
-- expect: limit: memory
local keep = {}
for i = 1, 1e9 do local t = {}; t.x = i; keep[i] = t end
