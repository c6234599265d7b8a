return { evaluate_activation = function() while true do end end }
