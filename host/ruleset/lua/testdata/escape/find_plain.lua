-- Searches a long text for what nearly occurs everywhere.
-- expect: limit: fuel
local s, p = ("a"):rep(1e6), ("a"):rep(5e5) .. "b"
while true do s:find(p, 1, true) end
