-- What is called by an expression has no name.
-- expect: error internal: custom/missing_expression.lua:3: attempt to call a non-function object
return { evaluate_activation = function(c) (c.nope or c.nada)() return {} end }
