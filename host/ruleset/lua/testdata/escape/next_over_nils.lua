-- Walks over an array of nils at each step.
-- expect: limit: fuel
local t = {}
t[60000] = 1
t[60000] = nil
while true do next(t) end
