-- Calls rawget, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
rawget("x", 1)
return {}
