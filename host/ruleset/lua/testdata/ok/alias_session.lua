-- An older name takes a session id; that of another session is refused.
-- context: {"abi":2,"session_id":"s1"}
-- expect: [1,"not_allowed","get_recent_messages: only the current session may be read"]
-- reply: messages {"ok":[{"role":"user","content":"x","sequence":1}]}
-- requests: messages {"count":4}
local M = {}
function M.evaluate_activation(context)
  local own = #impressionism.get_recent_messages(context.session_id, 4)
  local _, fault = pcall(impressionism.get_recent_messages, "other", 4)
  return { own, fault.code, fault.message }
end
return M
