-- Arithmetic and comparison by metatable.
-- expect: ["+","<","=","call 1"]
local M = {}
function M.evaluate_activation(context)
  local mt = { __add = function() return "+" end, __lt = function() return true end, __eq = function() return true end, __call = function(_, x) return "call " .. x end }
  local a, b = setmetatable({}, mt), setmetatable({}, mt)
  return { "1" + a, a < b and "<" or "?", a == b and "=" or "?", a(1) }
end
return M
