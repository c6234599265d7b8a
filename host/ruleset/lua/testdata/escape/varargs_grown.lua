-- Grows an argument list at each call.
-- expect: limit: stack
local function grow(...) return grow(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, ...) end
grow()
