-- Raises an error that shows an address.
-- expect: with key 'table'
return { evaluate_activation = function()
local n
return n[{}]
end }
