-- Another ruleset, with a context or without one.
-- expect: [1]
-- reply: evaluate {"ok":[{"skill_id":"a","reason":"r"}]}
-- requests: evaluate {"ruleset":"builtin/minimal","function":"evaluate_activation"} | evaluate {"ruleset":"builtin/minimal","function":"evaluate_activation","context":{}}
local M = {}
function M.evaluate_activation(context)
  local r = impressionism.evaluate("builtin/minimal", "evaluate_activation")
  impressionism.evaluate("builtin/minimal", "evaluate_activation", {})
  return { #r }
end
return M
