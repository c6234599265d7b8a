-- Answers a function.
-- expect: a function is no value that JSON has
return { evaluate_activation = function()
return { tostring }, 1
end }
