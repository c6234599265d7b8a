local n = 0
local function deeper() n = n + 1; error({ n = n }) end
deeper()
