-- Makes objects and keeps them.
-- expect: limit: memory
local keep, class = {}, {}
class.__index = class
for i = 1, 1e9 do keep[i] = setmetatable({}, class) end
