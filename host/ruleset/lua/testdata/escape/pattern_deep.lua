-- Uses a pattern with more items than may be open.
-- expect: pattern too complex
("a"):rep(1000):match(("a?"):rep(1000))
