-- Takes the lock off an error of the host.
-- expect: attempt to index a non-table object(boolean)
local _, err = pcall(impressionism.session, 1)
getmetatable(err).__tostring = nil
return {}
