-- Equal entries keep their order.
-- expect: ["a","c","b","d"]
local M = {}
function M.evaluate_activation(context)
  local t = { { "b", 2 }, { "a", 1 }, { "c", 1 }, { "d", 2 } }
  table.sort(t, function(x, y) return x[2] < y[2] end)
  local out = {}
  for i, v in ipairs(t) do out[i] = v[1] end
  return out
end
return M
