-- A custom ruleset extends a built-in one.
-- expect: [{"ref":"skill:project-api","reason":"always on for this project"},{"ref":"skill:db","reason":"base"}]
-- context: {"abi":2,"workspace_path":"/home/a/my-project"}
local base = require("builtin.default")
local M = { evaluate_deactivation = base.evaluate_deactivation }
function M.evaluate_activation(context)
  local result = base.evaluate_activation(context)
  if string.find(context.workspace_path, "my-project", 1, true) then
    table.insert(result, 1, { ref = "skill:project-api", reason = "always on for this project" })
  end
  return result
end
return M
