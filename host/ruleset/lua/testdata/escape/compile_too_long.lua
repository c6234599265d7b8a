-- Hands in more source than is read.
-- expect: limit: source
--repeat 300000  
return {}
