-- Gives an integer of 300 digits as score.
-- expect: decide internal "/0/score: " "is not between 0 and 1"
return { evaluate_activation = function(context)
  return { { ref = "skill:database", reason = "fits", score = 1e300 } }
end }
