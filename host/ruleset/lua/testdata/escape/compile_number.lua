-- Writes a number of 100,000 digits.
-- expect: a number of
local x =
--repeat 100000 1
return {}
