-- A handler changes the error.
-- expect: [false,"handled: custom/xpcall.lua:5: x",true,3]
local M = {}
function M.evaluate_activation(context)
  local ok, e = xpcall(function() error("x") end, function(m) return "handled: " .. m end)
  local fine, n = xpcall(function() return 3 end, error)
  return { ok, e, fine, n }
end
return M
