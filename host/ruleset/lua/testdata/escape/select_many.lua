-- Selects from many values without end.
-- expect: limit:
while true do select("#", unpack({}, 1, 2000)) end
