-- Backtracks over nested repetitions.
-- expect: limit: fuel
("a"):rep(3000):find(("a*"):rep(30) .. "b")
