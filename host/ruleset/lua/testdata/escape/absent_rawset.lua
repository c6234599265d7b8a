-- Calls rawset, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
rawset("x", 1)
return {}
