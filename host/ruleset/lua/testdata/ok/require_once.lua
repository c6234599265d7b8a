-- A module is loaded once.
-- expect: [true,1]
local a, b = require("builtin.counted"), require("builtin.counted")
return { evaluate_activation = function() return { a == b, loads } end }
