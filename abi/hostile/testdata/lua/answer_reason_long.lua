-- Gives a reason of 301 characters.
-- expect: decide internal "/0/reason: " "has 301 characters, more than 300"
return { evaluate_activation = function(context)
  return { { ref = "skill:database", reason = ("ä"):rep(301) } }
end }
