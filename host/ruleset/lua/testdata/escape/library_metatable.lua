-- Takes the lock off a library.
-- expect: cannot change a protected metatable
setmetatable(string, {})
return {}
