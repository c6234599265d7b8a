-- Parts of strings.
-- expect: ["bc","c","abc","","cba","xyxy",3,98,"AB",""]
local M = {}
function M.evaluate_activation(context)
  local s = "abc"
  return { s:sub(2), s:sub(-1), s:sub(-10, 10), s:sub(3, 2), s:reverse(), ("xy"):rep(2), s:len(), s:byte(2), string.char(65, 66), ("x"):rep(0) }
end
return M
