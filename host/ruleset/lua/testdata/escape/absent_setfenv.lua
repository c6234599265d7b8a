-- Calls setfenv, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
setfenv("x", 1)
return {}
