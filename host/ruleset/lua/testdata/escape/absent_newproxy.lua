-- Calls newproxy, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
newproxy("x", 1)
return {}
