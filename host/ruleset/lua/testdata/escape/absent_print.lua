-- Calls print, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
print("x", 1)
return {}
