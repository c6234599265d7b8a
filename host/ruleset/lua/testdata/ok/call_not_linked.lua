-- A call that the ruleset does not list is refused.
-- expect: ["not_allowed","search is not in this ruleset's calls"]
-- calls: param log
local M = {}
function M.evaluate_activation(context)
  local _, err = pcall(impressionism.search, "q", 1)
  return { err.code, err.message }
end
return M
