-- Replaces with a pattern that backtracks.
-- expect: limit: fuel
("a"):rep(20000):gsub("(.-)(.-)(.-)b", "%1")
