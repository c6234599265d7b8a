-- A caught error leaves the variables of the functions around it shared with their closures.
-- expect: [2,12,"inner"]
local M = {}
function M.evaluate_activation(context)
  local x, y = 1, 10
  local function set() x = 2; y = y + 1 end
  pcall(error, "e")
  set()
  y = y + 1
  local z = "outer"
  pcall(function() z = "inner" error("e") end)
  return { x, y, z }
end
return M
