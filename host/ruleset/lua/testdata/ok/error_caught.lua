-- A caught error is a value.
-- expect: ["custom/error_caught.lua:5: boom",false,"plain",{"x":1},"nil"]
local M = {}
function M.evaluate_activation(context)
  local ok, a = pcall(function() error("boom") end)
  local _, b = pcall(error, "plain", 0)
  local _, c = pcall(error, { x = 1 })
  local _, d = pcall(error)
  return { a, ok, b, c, tostring(d) }
end
return M
