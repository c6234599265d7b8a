-- The variables of a closure among the arguments are no callees.
-- expect: error internal: custom/missing_closure.lua:4: attempt to call a non-function object: pcal is nil; did you mean pcall?
local count = 0
pcal(function() count = count + 1 return count end)
return {}
