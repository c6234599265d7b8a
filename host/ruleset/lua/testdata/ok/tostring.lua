-- Values as text, without addresses.
-- expect: ["nil","true","1","1.5","inf","nan","table: 0x00000001","function: 0x00000002","table: 0x00000001","me","-0.1","1e+15"]
local M = {}
function M.evaluate_activation(context)
  local t = {}
  local f = function() end
  return { tostring(nil), tostring(true), tostring(1), tostring(1.5), tostring(1 / 0), tostring(0 / 0), tostring(t), tostring(f), tostring(t), tostring(setmetatable({}, { __tostring = function() return "me" end })), tostring(-0.1), ("%g"):format(1e15) }
end
return M
