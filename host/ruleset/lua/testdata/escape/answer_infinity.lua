-- Answers infinity.
-- expect: on: /0/score: inf
return { evaluate_activation = function()
return { { ref = "skill:a", score = 1 / 0 } }
end }
