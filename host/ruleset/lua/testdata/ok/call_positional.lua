-- Arguments by position; the reply as plain values.
-- expect: ["hello","user",7]
-- reply: messages {"ok":[{"role":"user","content":"hello","sequence":7,"unknown":{"a":[1]}}]}
-- requests: messages {"count":2}
local M = {}
function M.evaluate_activation(context)
  local m = impressionism.messages(2)
  return { m[1].content, m[1].role, m[1].sequence }
end
return M
