-- Compiles many different constants.
-- expect: limit: fuel
local t = {
--repeat 19000 $i,
}
return {}
