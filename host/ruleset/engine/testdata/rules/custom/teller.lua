-- Tells what it was given.
return {
  evaluate_activation = function(context)
    return { { ref = "skill:database", reason = context.session_id .. " " .. context.sequence .. " " .. context.user_prompt } }
  end,
}
