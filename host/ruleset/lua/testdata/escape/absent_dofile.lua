-- Calls dofile, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
dofile("x", 1)
return {}
