-- Answers what looks like a reply of the host.
-- expect: decide internal "answer: an object is not a list of entries"
return { evaluate_activation = function(context)
  return { ok = {} }
end }
