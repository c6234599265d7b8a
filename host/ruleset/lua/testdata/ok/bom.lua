-- A byte order mark is skipped.
-- expect: [1]
return { evaluate_activation = function() return { 1 } end }
