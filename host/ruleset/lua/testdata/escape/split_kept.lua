-- Keeps the pieces of a split text.
-- expect: limit: memory
local t, s = {}, ("ab "):rep(20000)
while true do for w in s:gmatch("%a+") do t[#t + 1] = w end end
