-- Loops for ever with repeat.
-- expect: limit: fuel
repeat until false
