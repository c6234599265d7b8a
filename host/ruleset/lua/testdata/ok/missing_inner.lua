-- A local variable hides what has its name outside.
-- expect: error internal: custom/missing_inner.lua:6: attempt to call a non-function object: fits is a number
local fits = function() return 1 end
return { evaluate_activation = function(c)
  do local other = 1 end
  local fits = fits() return fits(c) end }
