-- Reaches a library that is not there: debug.
-- expect: attempt to index a non-table object(nil)
debug.getinfo(1)
return {}
