-- Gives a reason that is no UTF-8.
-- expect: ok {"activate":[{"reason":"a��b","ref":"skill:database"}],"deactivate":[]}
return { evaluate_activation = function(context)
  return { { ref = "skill:database", reason = "a\255\192b" } }
end }
