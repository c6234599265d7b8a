-- Random numbers come from the event.
-- expect: [true,true,true]
local M = {}
function M.evaluate_activation(context)
  local a = math.random()
  local b = math.random(10)
  local c = math.random(5, 6)
  return { a >= 0 and a < 1, b >= 1 and b <= 10 and b % 1 == 0, c == 5 or c == 6 }
end
return M
