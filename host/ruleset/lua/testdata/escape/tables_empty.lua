-- Makes empty tables and keeps them.
-- expect: limit: memory
local t = {}
while true do t = { t } end
