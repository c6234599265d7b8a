-- An entry of a context may be returned as it is; one whose names do not agree is wrong.
-- function: evaluate_deactivation
-- context: {"abi":2,"session_id":"s1","activated":[{"ref":"skill:db","reason":"r"},{"ref":"command:tidy","reason":"s","score":0.5}]}
-- expect: [{"ref":"skill:db","reason":"r"},{"ref":"command:tidy","reason":"s","score":0.5},{"ref":"skill:a","id":"b","kind":"skill"}]
return { evaluate_deactivation = function(context)
  return { context.activated[1], context.activated[2], { ref = "skill:a", id = "b", kind = "skill" } }
end }
