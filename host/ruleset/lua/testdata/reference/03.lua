-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b table 12 function ok","failed","failed","false ERR 1 b table table 1 ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = unpack({unpack({'a.b', 3}, 1, 3), nil}, 2, 3) show(z, ...) return z end
  function obj.n(z, ...) z = true show(z, ...) return z end
  t = t
  t = select('#', false, ('hello world'):byte(1, -1))
  function obj:m(z) c[(t(true))] = math.floor(nil, f); function obj.n(z, ...) z = nil show(z, ...) return z end;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = {[''] = a[c], x = b, not (false)}
  a = (f(a))
  a, b, a = a, a, c
  a, f, c = a, f, t
  table.insert(c, (pcall(c, table.concat({a, false}, 'a b  c'))))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = (c(b))
  c[f[math.min(false, nil)]] = -(f >= 'a.b')
  b[tostring(true)] = table.concat({-(0.5), unpack({f, false}, 1, 2)}, 'Zed')
  if c.x then show(c, obj:get(t)); show(pcall(function(...) t, c = -1, -1; c = (c(c)); f, c = 1, 3;  end, {['Zed'] = 100, x = true, true})); repeat cap() local zz = nil until zz or true;  elseif select('#', (pcall(a, c)), tostring(nil)) then a[tonumber(false)] = f2(b, b, ''); table.insert(c, math.abs(false, f));  else t[f2(nil, c, 'hello world')] = select(2, 2, 'Zed'); show(pcall(function(...) b = b; t[false] = true;  end, obj.get));  end
  repeat cap() local zz = b until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = tostring(true)
  show(pcall(function(...) f[l1 <= a], b.x = table.concat({nil, false}, 'hello world'), (...); m1 = 'x=1,y=2';  end, false))
  t, m1, f = c, a, a
  local l2, m2 = l1, ('Zed'):sub(-2, -1)
  m1 = l2[true]
  show(a, b, c, t, f)
end)
