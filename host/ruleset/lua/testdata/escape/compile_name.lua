-- Uses a name of 100,000 letters.
-- expect: a name of
--repeat 100000 a
= 1
return {}
