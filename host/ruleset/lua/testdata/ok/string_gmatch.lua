-- Iterating over matches.
-- expect: ["one","two","k=v","x=y"]
local M = {}
function M.evaluate_activation(context)
  local out = {}
  for w in ("one two"):gmatch("%a+") do out[#out + 1] = w end
  for k, v in ("k=v,x=y"):gmatch("(%w+)=(%w+)") do out[#out + 1] = k .. "=" .. v end
  return out
end
return M
