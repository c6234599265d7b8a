local x
local = 5
