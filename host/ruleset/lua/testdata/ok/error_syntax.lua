-- A syntax error has its line.
-- expect: error internal: custom/error_syntax.lua:4: syntax error near 'end'
local x = 
end
