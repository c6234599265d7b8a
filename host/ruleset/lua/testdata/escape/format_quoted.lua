-- Quotes a long text again and again.
-- expect: limit: memory
local s = ("\0"):rep(1e6)
while true do s = string.format("%q", s) end
