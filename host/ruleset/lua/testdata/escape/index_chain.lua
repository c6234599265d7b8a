-- Walks a chain of metatables at each access.
-- expect: limit: fuel
local t = {}
for i = 1, 3 do t = setmetatable({}, { __index = t }) end
while true do local x = t.absent end
