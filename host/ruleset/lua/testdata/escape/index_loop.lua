-- Follows a chain of metatables that has no end.
-- expect: too many recursions
local t = {}
setmetatable(t, { __index = t })
local x = t.absent
