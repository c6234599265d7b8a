-- Calls collectgarbage, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
collectgarbage("x", 1)
return {}
