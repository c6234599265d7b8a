-- Replaces a host call for others.
-- expect: 'impressionism' is read-only
impressionism.param = function() return 1 end
return {}
