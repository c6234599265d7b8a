-- Lets the interpreter build its table of arguments at each call.
-- expect: limit: fuel
local function f(...) end
while true do f(1, 2, 3, 4, 5, 6, 7, 8) end
