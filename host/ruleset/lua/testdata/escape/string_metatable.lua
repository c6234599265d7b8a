-- Replaces the methods of all strings.
-- expect: attempt to index a non-table object(boolean)
getmetatable("").__index = { upper = function() return "hacked" end }
return {}
