-- Sorts long strings.
-- expect: limit:
local a, b = ("x"):rep(4e6) .. "1", ("x"):rep(4e6) .. "1"
while true do table.sort({ a, b }) end
