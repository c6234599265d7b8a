-- Requires a name of a megabyte.
-- expect: bad argument
require(("x"):rep(1000000))
return {}
