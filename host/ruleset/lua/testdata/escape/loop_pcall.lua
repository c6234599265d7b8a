-- Swallows the end of fuel with pcall.
-- expect: limit: fuel
while true do pcall(function() while true do end end) end
