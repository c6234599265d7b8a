-- Loops for ever in the function.
-- expect: limit: fuel
return { evaluate_activation = function() while true do end end }
