-- Gives a reason that is no UTF-8.
-- expect: ok {"activate":[{"kind":"skill","reason":"a��b","skill_id":"database"}],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { skill_id = "database", reason = "a\255\192b" } }
end }
