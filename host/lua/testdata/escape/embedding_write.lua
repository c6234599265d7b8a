-- Forges the numbers of an embedding.
-- expect: an embedding is read-only
local e = impressionism.embed_text("x")
e[1] = 5
return {}
