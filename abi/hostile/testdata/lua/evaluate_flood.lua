-- Evaluates another ruleset 5,000 times.
-- expect: evaluate limit "fuel: "
return { evaluate_activation = function(context)
  for i = 1, 5000 do
    impressionism.evaluate("custom/good", "evaluate_activation")
  end
  return {}
end }
