-- The default ruleset, and `project-api` always on in the project `my-project`.
local default = require("builtin.default")
local M = {}

function M.evaluate_activation(context)
  local answer = default.evaluate_activation(context)
  if context.hook_event ~= "prompt" then return answer end
  if not context.workspace_path:find("my-project", 1, true) then return answer end
  for i, entry in ipairs(answer) do
    if entry.ref == "skill:project-api" then table.remove(answer, i) break end
  end
  -- Without a score: one with a score far below the best is not told.
  table.insert(answer, 1, { ref = "skill:project-api", reason = "always on for this project" })
  return answer
end

M.evaluate_deactivation = default.evaluate_deactivation

return M
