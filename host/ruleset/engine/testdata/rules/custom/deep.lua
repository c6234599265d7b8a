-- Evaluates itself until the host says stop, and reports what it said.
return {
  evaluate_activation = function(context)
    local ok, answer = pcall(impressionism.evaluate, "custom/deep", "evaluate_activation")
    if not ok then return { { ref = "skill:database", reason = tostring(answer):sub(1, 200) } } end
    return { { ref = "skill:database", reason = "deeper: " .. answer[1].reason } }
  end,
}
