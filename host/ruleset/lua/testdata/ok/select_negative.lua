-- Select counts from the end.
-- expect: ["c","b","c"]
local M = {}
function M.evaluate_activation(context)
  return { (select(-1, "a", "b", "c")), select(-2, "a", "b", "c") }
end
return M
