-- Declares 300 variables.
-- expect: too many local variables
--repeat 300 local a$i 
return {}
