-- Recurses through __index.
-- expect: limit: stack
local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end })
local x = t[1]
