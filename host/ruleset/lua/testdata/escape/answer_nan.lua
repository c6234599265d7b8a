-- Answers what is not a number.
-- expect: [1].score: nan
return { evaluate_activation = function()
return { { ref = "skill:a", score = 0 / 0 } }
end }
