-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 true table table function ok","failed","table table table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if t then repeat cap() local zz = t until zz or true; for i = 1, 100, 1 do cap() f[3] = nil; repeat cap() local zz = false until zz or true; for k, w in ipairs(100) do cap() show(k, w) t = (t(t)); local function h1(p2, q2, ...)  return 'a b  c' end; a[c] = t;  end;  end; while cap() and table.concat({nil, nil}, 'x=1,y=2') do for k, w in ipairs(c) do cap() show(k, w) a = (b(a)); show(b, -1);  end; a[nil] = t;  break end;  elseif (f(obj.y)) then local l3, m3 = tonumber('10'); f, l3, a = f, m3, a; function obj.n(z, ...) z = f2(t, c, false) show(z, ...) return z end;  else table.insert(c, tonumber('', 16)); t = table.concat({false, 'abc'}, 'a.b'); show(math.min(nil, true), nil .. a);  end
  function obj:m(z) for k, w in ipairs(obj:get('Zed')) do cap() show(k, w) function obj.n(z, ...) z = -1 show(z, ...) return z end; b, f = -1, a; local l4, m4 = f;  end;  return self, z end
  repeat cap() local zz = obj.get until zz or true
  while cap() and true do function obj:m(z) c[true], c.x = '', '';  return self, z end; while cap() and tonumber('a.b', 10) do table.insert(c, nil);  break end; function obj.n(z, ...) z = not (false) show(z, ...) return z end;  break end
  f, a = table.concat({true, c}, 'abc') * 3, tonumber(nil, 10) * (''):rep(2)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = tostring(true)
  function obj:m(z) show('' * -1, t[3]); for i = 3, 0.5, 2 do cap() f[c] = 1;  end; if true > b then c[t] = t; table.insert(c, nil); b = (t(b));  elseif (pcall(b, 0.5)) then a = (a(a)); a[t] = b;  else b, a = false, nil; c[true], f.x = true, false; t = c;  end;  return self, z end
  local l1, m1 = unpack({false, not (t)}, 2, 3), obj.x
  local function h2(p3, q3) p3 = {7, true}; a, l1 = (pcall(b, 'a b  c')), 'hello world'; h2 = (p3(h2));  return l1.x end
  for i = 1, 3, 2 do cap() c, c, f = t, h2, f; while cap() and false do repeat cap() local zz = 3 until zz or true;  break end; local function h4(p5, q5) table.insert(c, '10'); p5 = 1;  return l1 end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = tonumber(f2(nil, c, 0.5)) until zz or true
  t, b = (obj.x), function(p1, ...) local l2, m2 = 10, 100;  return 1 end
  t, c, a = b, t, c
  local l3, m3 = false, (''):find('Zed')
  l3[a] = {['10'] = ('a b  c'):reverse(), x = function(p4, ...) p4 = (p4(p4)); show(f, true);  return false end, true}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, ...) b, b = math.max(nil, b), f2('a b  c', nil, false); p2, p2, p2 = b, p2, a;  return ('Zed'):gsub('.', {a=1, b='B'}) end
  h1, f = function(p3, q3) c[q3] = true; h1 = (f(h1));  return f('hello world', -1), (pcall(h1, h1)) end, select(-1, obj.y, h1)
  function obj.n(z, ...) z = (c(c > false)) show(z, ...) return z end
  b, a, b = t, t, c
  function obj.n(z, ...) z = f2(tostring(nil), true, f2(true, a, c)) show(z, ...) return z end
  show(a, b, c, t, f)
end)
