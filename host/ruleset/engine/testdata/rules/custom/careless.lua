-- Names what does not exist, and names things twice.
return {
  evaluate_activation = function()
    return {
      { ref = "skill:nowhere", reason = "made up" },
      { ref = "skill:database", reason = "first", score = 0.1234567 },
      { ref = "skill:database", reason = "second", score = 1 },
      { ref = "command:database", reason = "another kind" },
    }
  end,
  evaluate_deactivation = function(context)
    local answer = {}
    for i, entry in ipairs(context.activated) do answer[i] = { ref = entry.ref, reason = entry.ref .. " " .. entry.reason } end
    return answer
  end,
}
