-- Where the line leaves open which call it was, none is named.
-- expect: error internal: custom/missing_either.lua:4: attempt to call a non-function object
return { evaluate_activation = function(c)
  local list = {} if c.cb then c.cb() end list[1]() return {} end }
