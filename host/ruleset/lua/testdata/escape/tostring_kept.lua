-- Shows tables without end.
-- expect: limit: memory
while true do tostring({}) end
