-- Gives a score of −0, which is 0.
-- expect: ok {"activate":[{"reason":"fits","ref":"skill:database","score":0}],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { ref = "skill:database", reason = "fits", score = -0.0 } }
end }
