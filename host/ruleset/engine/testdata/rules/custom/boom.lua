return { evaluate_activation = function() error("boom") end }
