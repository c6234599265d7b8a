-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 7 Zed 7 function ok","1 b table nil function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and c.x do f[true], c.x = c, (f);  break end
  t, c = 7, 'Zed'
  function obj.n(z, ...) z = obj:get(obj.y) show(z, ...) return z end
  function obj:m(z) t = tonumber(t, 10);  return self, z end
  b = t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 1, 0.5, 2 do cap() local function h1(p2) while cap() and p2 do f, t = true, p2;  break end; for k, w in ipairs('a.b') do cap() show(k, w) t = nil; t = c;  end;  return (h1(false)), {false, 1} end;  end
  t = (obj:get(t))
  function obj.n(z, ...) z = c((''):gsub('.', {a=1, b='B'}), select('#', ...)) show(z, ...) return z end
  function obj.n(z, ...) z = t.x show(z, ...) return z end
  function obj.n(z, ...) z = (f(obj:get(true))) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[tostring(true)], c.x = a, f.x
  repeat cap() local zz = c[tonumber(t, 16)] until zz or true
  repeat cap() local zz = unpack({nil, f2(true, 'Zed', 'abc')}, 1, 3) until zz or true
  function obj:m(z) for k, w in ipairs(tonumber(c, 10)) do cap() show(k, w) show(pcall(function(...) t = t;  end, 'a b  c'));  end; table.insert(c, (nil));  return self, z end
  a = ('a b  c'):reverse()
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if false ~= f then f = {false, c}; table.insert(c, t);  elseif b or c(false, t) then local function h1(p2, q2) b = 3; p2[false] = nil; local l3, m3 = p2;  return function(p4, q4) repeat cap() local zz = true until zz or true; q4 = b;  return q4, nil end end;  else c = c[true];  end
  c = (f(b)) ~= unpack({1, false}, 1, 1)
  function obj.n(z, ...) z = f2((b(true)), false, tostring(nil)) show(z, ...) return z end
  show(tostring('abc'), false)
  while cap() and -((f(f))) do f, t = table.concat({false, f}, 'Zed'), unpack({c, c}, 2, 3); c[('Zed'):byte(1, -1)] = t;  break end
  show(a, b, c, t, f)
end)
