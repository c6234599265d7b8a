-- Gives a score of 1.5.
-- expect: decide internal "/0/score: 1.5 is not between 0 and 1"
return { evaluate_activation = function(context)
  return { { ref = "skill:database", reason = "fits", score = 1.5 } }
end }
