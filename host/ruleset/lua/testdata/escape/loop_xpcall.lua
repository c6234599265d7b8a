-- Swallows the end of fuel with a handler that goes on.
-- expect: limit: fuel
while true do xpcall(function() while true do end end, function() while true do end end) end
