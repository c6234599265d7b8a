-- The module can be required.
-- expect: ["s1",true]
-- reply: get_session {"ok":{"session_id":"s1"}}
-- requests: get_session {}
local M = {}
function M.evaluate_activation(context)
  local host = require("impressionism")
  return { host.get_session().session_id, host == impressionism }
end
return M
