-- Replaces a library function for others.
-- expect: 'string' is read-only
string.upper = function() return "hacked" end
return {}
