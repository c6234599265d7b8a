-- A level of two names the caller.
-- expect: ["custom/error_level.lua:7: bad"]
local M = {}
function M.evaluate_activation(context)
  local function check() error("bad", 2) end
  local _, e = pcall(function()
    check() return 1
  end)
  return { e }
end
return M
