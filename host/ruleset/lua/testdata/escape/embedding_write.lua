-- Forges the numbers of an embedding.
-- expect: an embedding is read-only
local e = impressionism.embed("x")
e[1] = 5
return {}
