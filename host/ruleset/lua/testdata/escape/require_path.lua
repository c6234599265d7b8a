-- Requires a file by its path.
-- expect: not_found
require("../../../etc/passwd")
return {}
