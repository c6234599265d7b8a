-- Answers a table that contains itself.
-- expect: contains itself
return { evaluate_activation = function()
local t = {}
t[1] = t
return t
end }
