-- Asks for the length of an array of nils.
-- expect: limit: fuel
local t = {}
t[60000] = 1
t[60000] = nil
while true do local n = #t end
