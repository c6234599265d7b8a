-- Calls module, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
module("x", 1)
return {}
