-- What another ruleset answers, with the reason of what it may not do.
local function ask(ruleset, name, context)
  local ok, answer = pcall(impressionism.evaluate, ruleset, name, context)
  if ok then return answer end
  return { { ref = "skill:database", reason = tostring(answer):sub(1, 300) } }
end
return {
  evaluate_activation = function(context)
    if context.user_prompt == "unknown" then return ask("custom/depp", "evaluate_activation") end
    if context.user_prompt == "function" then return ask("custom/boom", "main") end
    if context.user_prompt == "broken" then return ask("custom/boom", "evaluate_activation") end
    if context.user_prompt == "params" then return ask("custom/params", "evaluate_activation") end
    if context.user_prompt == "narrow" then
      context.user_prompt = "search"
      return ask("custom/narrow", "evaluate_activation", context)
    end
    if context.user_prompt == "forge" then
      context.session_id, context.sequence = "other", 3
      return ask("custom/teller", "evaluate_activation", context)
    end
    context.user_prompt = "write a migration"
    return ask("builtin/aggressive", "evaluate_activation", context)
  end,
  evaluate_deactivation = function(context)
    if context.user_prompt ~= "own" then return {} end
    return impressionism.evaluate("custom/careless", "evaluate_deactivation")
  end,
}
