-- Length of strings and lists, also with holes.
-- expect: [0,3,2,2,3,5]
local M = {}
function M.evaluate_activation(context)
  return { #"", #"abc", #{ 1, 2 }, #{ nil, 2 }, #{ 1, nil, 3 }, #setmetatable({}, { __len = function() return 5 end }) }
end
return M
