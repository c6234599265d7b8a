-- Compiles thousands of jumps.
-- expect: labels and gotos
--repeat 5000 goto a$i ::a$i:: 
return {}
