-- Answers the same item 64 times: the first counts.
-- expect: ok {"activate":[{"reason":"b1","ref":"skill:database"}],"deactivate":[]}
return { evaluate_activation = function(context)
  local list = {}
  for i = 1, 64 do list[i] = { ref = "skill:database", reason = "b" .. i } end
  return list
end }
