-- Reaches a library that is not there: coroutine.
-- expect: attempt to index a non-table object(nil)
coroutine.wrap(function() end)()
return {}
