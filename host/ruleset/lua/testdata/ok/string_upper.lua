-- string.upper gives upper case.
-- expect: ["HELLO","HELLO","größe"]
local M = {}
function M.evaluate_activation(context)
  return { string.upper("hello"), ("hello"):upper(), ("GRÖßE"):lower() }
end
return M
