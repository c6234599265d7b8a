-- Evaluates itself a thousand times on every level: it catches what it is answered, so the number of host calls of the event is all that ends it, not a thousand to the third.
-- expect: ok {"activate":[],"deactivate":[]}
return { evaluate_activation = function(context)
  for i = 1, 1000 do
    pcall(impressionism.evaluate, "custom/recursion_host_wide", "evaluate_activation")
  end
  return {}
end }
