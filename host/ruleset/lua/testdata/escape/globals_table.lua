-- Reaches the table of globals by its name.
-- expect: attempt to index a non-table object(nil)
_G["string"] = nil
return {}
