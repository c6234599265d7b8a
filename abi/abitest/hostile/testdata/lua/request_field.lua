-- Sends a field that no request has.
-- expect: evaluate internal "bad_request: search_skills: unknown field \"run\""
return { evaluate_activation = function(context)
  return impressionism.search_skills({ query_text = "x", limit = 1, run = "rm -rf /" })
end }
