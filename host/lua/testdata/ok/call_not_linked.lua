-- A call that the ruleset does not list is refused.
-- expect: ["not_allowed","search_skills is not in this ruleset's calls"]
-- calls: get_param log
local M = {}
function M.evaluate_activation(context)
  local _, err = pcall(impressionism.search_skills, "q", 1)
  return { err.code, err.message }
end
return M
