-- Answers a megabyte.
-- expect: limit: answer
return { evaluate_activation = function()
return { { skill_id = ("x"):rep(1e6) } }
end }
