-- Any number of arguments.
-- expect: [3,"a",2,"nil",6,1]
local M = {}
function M.evaluate_activation(context)
  local function count(...) return select("#", ...) end
  local function pass(...) return ... end
  local function sum(...) local s = 0 for _, v in ipairs({ ... }) do s = s + v end return s end
  return { count(1, nil, nil), (pass("a", "b")), select(2, pass(1, 2)), tostring((select(3, 1, 2))), sum(1, 2, 3), 1 }
end
return M
