-- Reaches a library that is not there: channel.
-- expect: attempt to index a non-table object(nil)
channel.make()
return {}
