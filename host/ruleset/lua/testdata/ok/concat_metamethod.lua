-- __concat is asked from the right.
-- expect: ["a(bT)"]
local M = {}
function M.evaluate_activation(context)
  local t = setmetatable({}, { __concat = function(a, b) return type(a) == "string" and "(" .. a .. "T)" or "?" end })
  return { "a" .. ("b" .. t) }
end
return M
