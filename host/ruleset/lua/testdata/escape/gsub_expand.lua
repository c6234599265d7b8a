-- Replaces each byte by a long text.
-- expect: limit: memory
("x"):rep(1e5):gsub("x", ("y"):rep(1e5))
