-- A text that is raised gets its position.
-- expect: error internal: custom/error_raised.lua:5: no items⏎  from custom/error_raised.lua:6
local M = {}
function M.evaluate_activation(context)
  local function check() error("no items") end
  check()
end
return M
