-- Compares long strings.
-- expect: limit: fuel
local a, b = ("x"):rep(4e6) .. "1", ("x"):rep(4e6) .. "1"
while true do local x = a < b end
