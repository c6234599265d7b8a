-- Uses a directive of Go.
-- expect: invalid option
string.format("%T %v", {}, {})
