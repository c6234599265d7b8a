-- Declares 1,000 parameters.
-- expect: at most 150
local function f(a
--repeat 1000 ,a$i
) end
return {}
