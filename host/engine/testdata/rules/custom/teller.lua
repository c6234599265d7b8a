-- Tells what it was given.
return {
  evaluate_activation = function(context)
    return { { skill_id = "database", reason = context.session_id .. " " .. context.sequence .. " " .. context.user_prompt } }
  end,
}
