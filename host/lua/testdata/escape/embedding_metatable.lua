-- Takes the lock off an embedding.
-- expect: cannot change a protected metatable
setmetatable(impressionism.embed_text("x"), nil)
return {}
