-- Writes a loop that is too long to jump over.
-- expect: internal
while x do
--repeat 19000 f()f()f()f()
end return {}
