-- The module can be required.
-- expect: ["s1",true]
-- reply: session {"ok":{"session_id":"s1"}}
-- requests: session {}
local M = {}
function M.evaluate_activation(context)
  local host = require("impressionism")
  return { host.session().session_id, host == impressionism }
end
return M
