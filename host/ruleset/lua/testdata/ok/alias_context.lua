-- A context's entries have the fields of older names; evaluate gets those of the contract.
-- context: {"abi":2,"session_id":"s1","activated":[{"ref":"skill:db","reason":"r"}]}
-- expect: ["db","db","skill"]
-- reply: evaluate {"ok":[]}
-- requests: evaluate {"ruleset":"a/b","function":"evaluate_activation","context":{"abi":2,"session_id":"s1","activated":[{"ref":"skill:db","reason":"r"}]}}
local M = {}
function M.evaluate_activation(context)
  impressionism.evaluate("a/b", "evaluate_activation", context)
  local entry = context.activated[1]
  return { entry.id, entry.skill_id, entry.kind }
end
return M
