-- Compiles 150 tables inside each other.
-- expect: register overflow
local t = 
--repeat 300 {
--repeat 300 }
return {}
