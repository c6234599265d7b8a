-- A variable of a function that failed stays with its closure.
-- expect: [41,42]
local M = {}
function M.evaluate_activation(context)
  local saved
  pcall(function() local x = 41; saved = function() x = x + 1 return x - 1 end error("e") end)
  local a, b, c = 1, 2, 3
  return { saved(), saved() }
end
return M
