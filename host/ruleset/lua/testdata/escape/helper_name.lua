-- Calls an operator helper, whose name cannot be written.
-- expect: syntax error
(concat)("a") "b"(
return {}
