return {
  evaluate_activation = function(context)
    local answer = {}
    for i, hit in ipairs(impressionism.search_skills(context.user_prompt, 10)) do
      answer[i] = { skill_id = hit.skill.id, reason = "found", score = hit.similarity }
    end
    return answer
  end,
}
