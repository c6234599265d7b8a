-- A method of a string is looked for among the functions of strings.
-- expect: error internal: custom/missing_method.lua:3: attempt to call a non-function object: c.user_prompt:lowr is nil; did you mean c.user_prompt:lower?
return { evaluate_activation = function(c) return c.user_prompt:lowr() end }
