-- Compiles a long sum.
-- expect: limit: fuel
local s = x
--repeat 60000 +1
return {}
