-- Opens too many captures.
-- expect: too many captures
("a"):match(("()"):rep(40))
