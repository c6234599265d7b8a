-- Matches against a set of 100,000 bytes.
-- expect: limit: fuel
local set = "[" .. ("x"):rep(1e5) .. "]"
while true do ("y"):rep(1000):find(set) end
