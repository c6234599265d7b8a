-- Answers the same item 64 times: the first counts.
-- expect: ok {"activate":[{"kind":"skill","reason":"b1","skill_id":"database"}],"deactivate":[]}
return { evaluate_activation = function(context)
  local list = {}
  for i = 1, 64 do list[i] = { skill_id = "database", reason = "b" .. i } end
  return list
end }
