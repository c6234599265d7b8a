-- Calls load, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
load("x", 1)
return {}
