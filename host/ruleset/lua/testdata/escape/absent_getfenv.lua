-- Calls getfenv, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
getfenv("x", 1)
return {}
