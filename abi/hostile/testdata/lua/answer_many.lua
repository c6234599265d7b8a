-- Answers 65 entries.
-- expect: decide internal "answer: 65 entries are more than 64"
return { evaluate_activation = function(context)
  local list = {}
  for i = 1, 65 do list[i] = { ref = "skill:a", reason = "b" } end
  return list
end }
