-- Names what does not exist, and names things twice.
return {
  evaluate_activation = function()
    return {
      { skill_id = "nowhere", reason = "made up" },
      { skill_id = "database", reason = "first", score = 0.1234567 },
      { skill_id = "database", reason = "second", score = 1 },
      { skill_id = "database", kind = "command", reason = "another kind" },
    }
  end,
  evaluate_deactivation = function(context)
    local answer = {}
    for i, entry in ipairs(context.activated) do answer[i] = { skill_id = entry.skill_id, reason = entry.kind .. " " .. entry.reason } end
    return answer
  end,
}
