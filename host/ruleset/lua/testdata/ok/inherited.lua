-- A ruleset may inherit its functions.
-- expect: ["base"]
local base = { evaluate_activation = function() return { "base" } end }
return setmetatable({}, { __index = base })
