-- A budget that the host enforces stays a limit.
-- expect: error limit: results: too many
-- reply: relevance {"error":{"code":"limit","message":"results: too many"}}
return { evaluate_activation = function()
  return impressionism.relevance("q", { "x" })
end }
