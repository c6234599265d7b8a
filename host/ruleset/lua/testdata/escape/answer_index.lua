-- Answers a table that computes its entries for ever.
-- expect: []
return { evaluate_activation = function()
return setmetatable({}, { __index = function() while true do end end })
end }
