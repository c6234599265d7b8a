-- Asks for the position of a level that tail calls have removed.
-- expect: internal:
local function f(n)
  if n > 0 then return f(n - 1) end
  error("far", 2)
end
f(400000)
