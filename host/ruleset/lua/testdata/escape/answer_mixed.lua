-- Answers a list with named fields.
-- expect: is both
return { evaluate_activation = function()
return { 1, 2, x = 3 }
end }
