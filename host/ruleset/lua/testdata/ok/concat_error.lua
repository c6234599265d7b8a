-- Joining what cannot be joined.
-- expect: ["custom/concat_error.lua:5: cannot perform concat operation between string and nil"]
local M = {}
function M.evaluate_activation(context)
  local _, e = pcall(function() return "a" .. nil end)
  return { e }
end
return M
