-- Another ruleset, with a context or without one.
-- expect: [1]
-- reply: evaluate_ruleset {"ok":[{"skill_id":"a","reason":"r"}]}
-- requests: evaluate_ruleset {"ruleset":"builtin/minimal","function":"evaluate_activation"} | evaluate_ruleset {"ruleset":"builtin/minimal","function":"evaluate_activation","context":{}}
local M = {}
function M.evaluate_activation(context)
  local r = impressionism.evaluate_ruleset("builtin/minimal", "evaluate_activation")
  impressionism.evaluate_ruleset("builtin/minimal", "evaluate_activation", {})
  return { #r }
end
return M
