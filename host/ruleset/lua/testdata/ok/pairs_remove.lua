-- Entries may be removed while walking.
-- expect: [0,3]
local M = {}
function M.evaluate_activation(context)
  local t, seen = { a = 1, b = 2, c = 3 }, 0
  for k in pairs(t) do seen = seen + 1; t[k] = nil end
  local left = 0
  for _ in pairs(t) do left = left + 1 end
  return { left, seen }
end
return M
