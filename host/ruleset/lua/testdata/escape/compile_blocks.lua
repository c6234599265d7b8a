-- Compiles 40,000 blocks.
-- expect: limit:
--repeat 30000 do end 
while true do end
