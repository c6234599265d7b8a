-- Iterates with a pattern that backtracks.
-- expect: limit: fuel
for x in ("a"):rep(20000):gmatch(".*.*.*b") do end
