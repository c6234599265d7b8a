-- Raises and catches errors without end.
-- expect: limit:
while true do pcall(error, "x") end
