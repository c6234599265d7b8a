-- Asks for another session's messages.
-- expect: evaluate internal "not_allowed" "only the current session may be read"
return { evaluate_activation = function(context)
  return impressionism.get_recent_messages("other", 9)
end }
