-- Calls _printregs, which would leave the sandbox or go around it.
-- expect: attempt to call a non-function object
_printregs("x", 1)
return {}
