-- A host call that does not exist is named, with the one that was meant.
-- expect: error internal: custom/missing_call.lua:3: attempt to call a non-function object: impressionism.serch is nil; did you mean impressionism.search?
return { evaluate_activation = function(c) return impressionism.serch(c.user_prompt, 3) end }
