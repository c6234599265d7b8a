-- Matches long back references.
-- expect: limit: fuel
local s = ("x"):rep(1e6)
while true do s:match("^(.*)%1%1y") end
