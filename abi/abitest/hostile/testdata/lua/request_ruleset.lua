-- Evaluates a ruleset by a path out of the rules folder.
-- expect: evaluate internal "not_found: evaluate_ruleset: there is no ruleset"
return { evaluate_activation = function(context)
  return impressionism.evaluate_ruleset("../../../etc/passwd", "evaluate_activation")
end }
