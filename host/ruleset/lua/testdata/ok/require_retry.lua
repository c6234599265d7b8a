-- A module that failed may be asked for again.
-- expect: [false,false]
local a = pcall(require, "custom.broken")
local b = pcall(require, "custom.broken")
return { evaluate_activation = function() return { a, b } end }
