-- Assigns to 1,000 names at once.
-- expect: at most 150
a
--repeat 1000 ,a$i
= type(1)
return {}
