-- Loops for ever with goto.
-- expect: limit: fuel
::top:: goto top
