-- Compiles 100,000 parentheses.
-- expect: nested deeper
local s = 
--repeat 100000 (
return {}
