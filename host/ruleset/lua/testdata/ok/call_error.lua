-- An error of the host is caught with code and message.
-- expect: ["not_found","no such item","not_found: no such item","! not_found: no such item"]
-- reply: relevance {"error":{"code":"not_found","message":"no such item"}}
local M = {}
function M.evaluate_activation(context)
  local ok, err = pcall(impressionism.relevance, "q", { "x" })
  return { err.code, err.message, tostring(err), "! " .. err }
end
return M
