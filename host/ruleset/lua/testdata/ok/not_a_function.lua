-- A field that is no function is named.
-- expect: error internal: custom/not_a_function.lua: evaluate_activation is a string, not a function
return { evaluate_activation = "x" }
