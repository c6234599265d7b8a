-- Reaches a library that is not there: io.
-- expect: attempt to index a non-table object(nil)
io.open("/etc/passwd")
return {}
