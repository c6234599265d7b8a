-- Raises a table that would run code to be read.
-- expect: a table without a message
return { evaluate_activation = function()
error(setmetatable({}, { __tostring = function() while true do end end }))
end }
