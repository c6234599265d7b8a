-- Gives a score of −0, which is 0.
-- expect: ok {"activate":[{"kind":"skill","reason":"fits","score":0,"skill_id":"database"}],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { skill_id = "database", reason = "fits", score = -0.0 } }
end }
