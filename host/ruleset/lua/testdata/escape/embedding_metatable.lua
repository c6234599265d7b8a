-- Takes the lock off an embedding.
-- expect: cannot change a protected metatable
setmetatable(impressionism.embed("x"), nil)
return {}
