-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true table hello world table table a.b ok","false ERR failed","failed","table b table table b ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = 'hello world'
  repeat cap() local zz = (pcall(c, ('x=1,y=2'):rep(2))) until zz or true
  table.insert(c, unpack({{f, 'Zed'}, unpack({a, c}, 1, 2)}, 2, 3))
  show(pcall(function(...) repeat cap() local zz = -(0.5) until zz or true;  end, nil))
  a, f = c, select(-1, 2, select(1, true, 'a.b'))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) repeat cap() local zz = {['a.b'] = a, x = f, c} until zz or true; b = f.x; table.insert(c, {'a b  c', c});  end, true))
  show(math.fmod('Zed', f > nil), b)
  local l1, m1 = #(-(b))
  for k, w in ipairs((c(not (false)))) do cap() show(k, w) t = (nil); l1[tostring(true)], t.x = true, true;  end
  l1 = tostring('a b  c')
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = function(p1, ...) c = t; t = 'abc'; table.insert(c, c);  return 100 end
  repeat cap() local zz = (c(select(2, 0.5, a))) until zz or true
  local l2, m2 = c
  function obj:m(z) b, a = false, (pcall(a, m2)); a, c = obj:get(t), (pcall(a, a)); c = ('a b  c'):sub(-2, -1);  return self, z end
  for k, w in ipairs(tostring(nil)) do cap() show(k, w) c = m2 * 100;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = b show(z, ...) return z end
  repeat cap() local zz = false until zz or true
  function obj.n(z, ...) z = 7 show(z, ...) return z end
  function obj:m(z) local function h1(p2) p2 = (p2(p2));  return nil, b end;  return self, z end
  a, b, f = c, b, b
  show(a, b, c, t, f)
end)
