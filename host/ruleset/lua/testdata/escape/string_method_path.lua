-- Reaches a forbidden function by way of a string.
-- expect: attempt to call a non-function object
("x"):dump()
return {}
