-- Sends a table that contains itself.
-- expect: bad_request
local t = {}
t.x = t
impressionism.param("a", t)
