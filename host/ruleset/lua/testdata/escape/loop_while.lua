-- Loops for ever while loading.
-- expect: limit: fuel
while true do end
