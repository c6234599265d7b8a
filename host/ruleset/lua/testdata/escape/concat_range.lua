-- Joins a range of a billion.
-- expect: invalid value
table.concat({}, "", 1, 1e9)
