-- An answer may name a skill by skill_id; what has a kind is of that kind.
-- expect: [{"reason":"a","ref":"skill:db"},{"reason":"b","ref":"command:tidy"},{"ref":"skill:x","reason":"c"}]
local M = {}
function M.evaluate_activation(context)
  return { { skill_id = "db", reason = "a" }, { skill_id = "tidy", kind = "command", reason = "b" }, { ref = "skill:x", reason = "c" } }
end
return M
