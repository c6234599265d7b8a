-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true 1 b table table function ok","10 1 b 0.5 failed","1 1 table table 1 ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = t until zz or true
  show(pcall(function(...) for i = 3, 100, -1 do cap() c[c], c.x = 'x=1,y=2', t; show(c, a);  end;  end, tonumber('a.b' .. b, 16)))
  b = b
  table.insert(c, c)
  repeat cap() local zz = true until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) b = ('a b  c'):len();  return self, z end
  show(10, f2(a, (b), unpack({0.5, false}, 1, 1)))
  table.insert(c, math.max(c('hello world', 'a b  c'), false))
  f = {['10'] = {f, a}, x = unpack({'a.b', 1}, 1, 2), (false)}
  local l1, m1 = math.abs(true, {['10'] = false, x = false, ''}), tonumber(f) + {nil, true}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = not (true)
  while cap() and {{['a.b'] = true, x = 0.5, false}, b} do t, b, t = t, a, t; repeat cap() local zz = tostring('abc') until zz or true;  break end
  function obj:m(z) show(true and 'a.b', unpack({t, b}, 2, 1)); t = not (true); c[tonumber(a)], c.x = tonumber('', 16), true;  return self, z end
  function obj.n(z, ...) z = ... show(z, ...) return z end
  c, f, c = c, b, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(a[{['a b  c'] = true, x = t, -1}], not (f.x))
  for i = 3, -1, 2 do cap() f = (c(f));  end
  for k, w in ipairs((c('10'))) do cap() show(k, w) a, t = t.x, tostring(true); t = a[b]; c[function(p1) local function h2(p3, q3, ...)  return false end; function obj.n(z, ...) z = h2 show(z, ...) return z end;  return 0.5 end], c.x = tonumber(true, 10), c .. 'Zed';  end
  for k, w in ipairs(('a.b'):gsub('.', {a=1, b='B'})) do cap() show(k, w) show(pcall(function(...) repeat cap() local zz = 'hello world' until zz or true;  end, t - nil));  end
  repeat cap() local zz = f2({['x=1,y=2'] = 2, x = 7, nil}, f(true, true), c) until zz or true
  show(a, b, c, t, f)
end)
