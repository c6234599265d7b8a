-- Evaluates a ruleset by a path out of the rules folder.
-- expect: evaluate internal "not_found: evaluate: there is no ruleset"
return { evaluate_activation = function(context)
  return impressionism.evaluate("../../../etc/passwd", "evaluate_activation")
end }
