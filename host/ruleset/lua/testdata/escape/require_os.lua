-- Requires a library that is not there.
-- expect: not_found: there is no module os
require("os")
return {}
