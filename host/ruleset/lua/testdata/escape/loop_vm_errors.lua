-- Lets the interpreter raise errors without end.
-- expect: limit:
while true do pcall(function() local x = nil; return x.y end) end
