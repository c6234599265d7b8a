-- Calls loadstring, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
loadstring("x", 1)
return {}
