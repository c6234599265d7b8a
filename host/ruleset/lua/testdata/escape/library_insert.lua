-- Writes into a library through table.insert.
-- expect: read-only
table.insert(string, "x")
return {}
