-- Calls loadfile, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
loadfile("x", 1)
return {}
