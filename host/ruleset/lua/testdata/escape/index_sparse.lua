-- Stores at sixty million and walks there.
-- expect: []
local t = {}
t[60000000] = 1
return { evaluate_activation = function() return nil end }
