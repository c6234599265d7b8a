-- Returns no table.
-- expect: must return a table
return 5
