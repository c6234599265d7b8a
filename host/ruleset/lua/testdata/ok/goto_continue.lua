-- goto continues a loop, as the built-in rulesets do.
-- expect: [1,3,5]
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for i = 1, 5 do
    if i % 2 == 0 then goto continue end
    out[#out + 1] = i
    ::continue::
  end
  return out
end
return M
