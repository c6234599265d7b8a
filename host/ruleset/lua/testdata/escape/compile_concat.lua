-- Compiles 120,000 joins.
-- expect: nested deeper
local s = "x"
--repeat 50000 .."x"
return {}
