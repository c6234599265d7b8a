-- Unpacks a billion values.
-- expect: too many results
unpack({}, 1, 1e9)
