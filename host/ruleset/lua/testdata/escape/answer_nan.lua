-- Answers what is not a number.
-- expect: on: /0/score: nan
return { evaluate_activation = function()
return { { ref = "skill:a", score = 0 / 0 } }
end }
