-- Sends a field that no request has.
-- expect: evaluate internal "bad_request: search: unknown field \"run\""
return { evaluate_activation = function(context)
  return impressionism.search({ text = "x", limit = 1, run = "rm -rf /" })
end }
