-- Calls rawequal, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
rawequal("x", 1)
return {}
