-- Recurses through __call.
-- expect: limit: stack
local t
t = setmetatable({}, { __call = function() return 1 + t() end })
t()
