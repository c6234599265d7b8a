-- Raises long errors.
-- expect: limit:
local a = ("x"):rep(1e6)
while true do pcall(error, a) end
