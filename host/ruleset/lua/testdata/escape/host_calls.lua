-- Calls the host without end.
-- expect: limit: host_calls
for i = 1, 1e9 do impressionism.log("debug", "x") end
