-- Hands thousands of results down many levels.
-- expect: limit:
local function many(n)
  if n == 0 then return unpack({}, 1, 2000) end
  return 0, many(n - 1)
end
while true do many(100) end
