-- Inheritance, computed and guarded fields.
-- expect: ["base","computed","read-only",5]
local M = {}
function M.evaluate_activation(context)
  local base = { x = "base" }
  local t = setmetatable({}, { __index = base })
  local u = setmetatable({}, { __index = function(_, k) return k end })
  local v = setmetatable({}, { __newindex = function() error("read-only", 0) end })
  local _, e = pcall(function() v.x = 1 end)
  local w = setmetatable({}, { __newindex = base })
  w.y = 5
  return { t.x, u.computed, e, base.y }
end
return M
