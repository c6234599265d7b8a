-- Backtracks over optional items.
-- expect: limit: fuel
("a"):rep(40):match(("a?"):rep(40) .. ("a"):rep(40) .. "b")
