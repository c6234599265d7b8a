-- Recurses through __tostring.
-- expect: limit: stack
local t
t = setmetatable({}, { __tostring = function(v) return tostring(v) .. "" end })
tostring(t)
