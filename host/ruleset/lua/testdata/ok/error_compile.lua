-- An error of the compiler has its line.
-- expect: error internal: custom/error_compile.lua:3: no loop to break
break
