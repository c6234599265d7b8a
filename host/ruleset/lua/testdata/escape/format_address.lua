-- Asks the interpreter for an address.
-- expect: invalid option
string.format("%p", {})
