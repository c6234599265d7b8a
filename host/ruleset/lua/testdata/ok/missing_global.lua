-- Where nothing is near, nothing is guessed.
-- expect: error internal: custom/missing_global.lua:3: attempt to call a non-function object: print is nil
return { evaluate_activation = function() print("x") return {} end }
