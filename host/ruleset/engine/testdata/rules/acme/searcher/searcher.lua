return {
  evaluate_activation = function(context)
    local answer = {}
    for i, hit in ipairs(impressionism.search(context.user_prompt, 10)) do
      answer[i] = { ref = hit.item.ref, reason = "found", score = hit.similarity }
    end
    return answer
  end,
}
