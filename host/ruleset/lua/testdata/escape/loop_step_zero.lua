-- Counts with a step of zero.
-- expect: limit: fuel
for i = 2, 1, 0 do end
