-- Compiles 100,000 signs.
-- expect: nested deeper
local s = 
--repeat 100000 - 
1 return {}
