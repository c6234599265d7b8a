-- A module is told the name that required it.
-- expect: ["builtin.named","custom/x"]
local base = require("builtin.named")
local own = ...
return { evaluate_activation = function() return { base, own } end }
