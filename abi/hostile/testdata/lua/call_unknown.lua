-- Makes a host call that does not exist.
-- expect: evaluate internal "attempt to call a non-function object"
return { evaluate_activation = function(context)
  return impressionism.run_command("ls")
end }
