-- Joins with a long separator.
-- expect: limit: memory
table.concat({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, ("x"):rep(1e7))
