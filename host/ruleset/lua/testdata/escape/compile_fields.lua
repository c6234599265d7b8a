-- Compiles a table of 60,000 entries.
-- expect: at most 20000
local t = {
--repeat 60000 1,
}
return {}
