-- Reaches a library that is not there: os.
-- expect: attempt to index a non-table object(nil)
os.getenv("HOME")
return {}
