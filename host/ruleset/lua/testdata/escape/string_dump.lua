-- Takes compiled code out of a function.
-- expect: attempt to call a non-function object
string.dump(function() end)
return {}
