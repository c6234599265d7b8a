-- Evaluates itself through the host, level below level; the fourth level is refused.
-- expect: evaluate limit "more than 3 rulesets deep"
return { evaluate_activation = function(context)
  return impressionism.evaluate("custom/recursion_host", "evaluate_activation")
end }
