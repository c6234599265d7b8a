-- Captures 100 variables.
-- expect: more than 60 variables
--repeat 100 local a$i = 1 
local f = function() return
--repeat 100 a$i +
0 end
return {}
