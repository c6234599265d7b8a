-- All kinds of loop.
-- expect: [6,3,5,"ab"]
local M = {}
function M.evaluate_activation(context)
  local s = 0
  for i = 3, 1, -1 do s = s + i end
  local n = 0
  while n < 3 do n = n + 1 end
  local r = 0
  repeat local stop = r == 4; r = r + 1 until stop
  local text = ""
  for _, v in ipairs({ "a", "b", nil, "c" }) do text = text .. v end
  return { s, n, r, text }
end
return M
