-- An error of the host that nobody catches names the place.
-- expect: error internal: custom/call_error_uncaught.lua:5: unavailable: run model install
-- reply: relevance {"error":{"code":"unavailable","message":"run model install"}}
return { evaluate_activation = function()
  return impressionism.relevance("q", { "x" })
end }
