-- A module that raises while it runs is caught like any other function, and may be asked for again.
-- expect: [false,1,false,"custom/fails.lua:2: cannot perform add operation between nil and number",false,1,"still here"]
local a, x = pcall(require, "custom.raises")
local b, y = pcall(require, "custom.fails")
local c, z = pcall(function() local inner = require("custom.raises"); return inner end)
return { evaluate_activation = function()
  return { a, x.n, b, y, c, z.n, "still here" }
end }
