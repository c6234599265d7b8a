-- Where it may be the iterator of a loop that is no function, no other call of its line is blamed.
-- expect: error internal: custom/missing_iterator.lua:4: attempt to call a non-function object
return { evaluate_activation = function(c)
  for _, hit in {1} do if c.trace then c.trace(hit) end end return {} end }
