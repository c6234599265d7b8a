-- Asks for host values without end.
-- expect: limit:
while true do impressionism.embed("x") end
