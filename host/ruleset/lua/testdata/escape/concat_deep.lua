-- Recurses through __concat.
-- expect: limit: stack
local t
t = setmetatable({}, { __concat = function(a, b) return "x" .. (a .. b) end })
local x = t .. t
