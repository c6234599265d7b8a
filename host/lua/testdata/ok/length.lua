-- Length of strings and lists.
-- expect: [0,3,2,5]
local M = {}
function M.evaluate_activation(context)
  return { #"", #"abc", #{ 1, 2 }, #setmetatable({}, { __len = function() return 5 end }) }
end
return M
