-- Text as numbers.
-- expect: [10,1000,255,255,0.5,"nil","nil","nil",-16,7]
local M = {}
function M.evaluate_activation(context)
  return { tonumber("10"), tonumber("1e3"), tonumber("0xff"), tonumber("ff", 16), tonumber(" .5 "), tostring(tonumber("x")), tostring(tonumber("")), tostring(tonumber("1_000")), tonumber("-0x10"), tonumber("111", 2) }
end
return M
