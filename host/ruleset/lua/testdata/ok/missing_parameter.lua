-- A parameter is named, and what it holds.
-- expect: error internal: custom/missing_parameter.lua:3: attempt to call a non-function object: c.user_prompt is a string
return { evaluate_activation = function(c) return c.user_prompt(function() return c end) end }
