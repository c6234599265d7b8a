-- Reorders a locked table.
-- expect: read-only
table.sort(math)
return {}
