-- More arguments than the call has.
-- expect: ["bad_request: session takes at most 0 arguments"]
local M = {}
function M.evaluate_activation(context)
  local _, err = pcall(impressionism.session, "x")
  return { tostring(err) }
end
return M
