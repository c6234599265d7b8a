-- Changes case of long texts and keeps them.
-- expect: limit:
local t, s = {}, ("x"):rep(1e6)
while true do t[#t + 1] = s:upper() end
