-- Compiles 15,000 functions.
-- expect: limit:
local x
--repeat 15000 x=function()end 
return {}
