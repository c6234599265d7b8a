-- Recurses through __eq.
-- expect: limit: stack
local mt = {}
mt.__eq = function(a, b) return not (a == b) end
local x = setmetatable({}, mt) == setmetatable({}, mt)
