-- Backtracks over lazy repetitions.
-- expect: limit: fuel
("a"):rep(3000):find((".-"):rep(20) .. "b")
