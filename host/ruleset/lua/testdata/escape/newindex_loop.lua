-- Stores into a chain of metatables that has no end.
-- expect: too many recursions
local t = {}
setmetatable(t, { __newindex = t })
t.absent = 1
