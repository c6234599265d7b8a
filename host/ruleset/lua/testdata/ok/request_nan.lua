-- expect: [{"ref":"skill:a","reason":"bad_request: similarities: at .a[1]: nan is no number that JSON has"},{"ref":"skill:b","reason":"bad_request: similarities: at .bs[2][1]: inf is no number that JSON has"}]
return { evaluate_activation = function()
  local answer = {}
  for i, vectors in ipairs({ { { 0 / 0, 2 }, { { 1, 0 } } }, { { 1, 2 }, { { 1, 0 }, { 1 / 0 } } } }) do
    local _, wrong = pcall(impressionism.similarities, vectors[1], vectors[2])
    answer[i] = { ref = ({ "skill:a", "skill:b" })[i], reason = tostring(wrong) }
  end
  return answer
end }
