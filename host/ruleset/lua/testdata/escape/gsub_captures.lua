-- Replaces by many captures.
-- expect: limit:
("x"):rep(1e5):gsub(".*", ("%0"):rep(1e4))
