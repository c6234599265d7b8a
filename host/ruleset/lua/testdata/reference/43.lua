-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","a b  c false table 5 abc 6 b nil nil nil function ok","nil b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f, c = tostring(nil), (pcall(c, true))
  t, t, a = t, c, c
  for k, w in ipairs('x=1,y=2') do cap() show(k, w) if function(p1, q1) a, a, c = q1, c, p1; for i = 1, 7, -1 do cap()  end; for i = 1, 100, 2 do cap()  end;  return false end then show(pcall(function(...) repeat cap() local zz = true until zz or true;  end, 'hello world')); function obj.n(z, ...) z = nil show(z, ...) return z end; while cap() and false do for k, w in ipairs(10) do cap() show(k, w)  end; if false then  elseif f then  else  end; show(pcall(function(...)  end, nil));  break end;  elseif a > nil then t[c] = a; c = nil;  else table.insert(c, 10); f[f] = nil;  end;  end
  local function h2(p3, q3) t[obj:get(b)], h2.x = nil, b; for k, w in ipairs((p3(h2))) do cap() show(k, w) for i = 3, 10, 2 do cap() show(2, nil); p3[nil] = 1;  end;  end; local l4, m4 = obj:get(f), f;  return ('Zed'):byte(1, -1) end
  function obj.n(z, ...) z = (pcall(h2, a)) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show('a b  c', f2(false, t, obj.x))
  c = c.x
  b, a, b = c, b, b
  t = nil
  show('abc', obj.y)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if c then local function h1(p2, ...) show(pcall(function(...) c = false; local function h3(p4)  return a, true end;  end, false)); f = (c(f));  return function(p5, q5) repeat cap() local zz = true until zz or true; q5, p2 = h1, 'a b  c';  return nil end, t end; repeat cap() local zz = 100 until zz or true;  elseif a.x then while cap() and ('a.b'):reverse() do function obj.n(z, ...) z = b show(z, ...) return z end; t = (t(t)); show(7, a);  break end;  else b, c, t = b, f, f; show(pcall(function(...) table.insert(c, '');  end, (b(f)))); function obj:m(z) show(pcall(function(...) table.insert(c, nil); repeat cap() local zz = t until zz or true; b = (c(b));  end, c));  return self, z end;  end
  function obj:m(z) a[obj:get(nil)], t.x = not (c), true;  return self, z end
  function obj.n(z, ...) z = nil show(z, ...) return z end
  a = (('Zed'):find('b', 1, true))
  local function h6(p7) p7, p7 = t.x, function(p8, q8) local function h9(p10)  return p8, '' end; table.insert(c, 7);  return b end; for k, w in ipairs(t) do cap() show(k, w) function obj.n(z, ...) z = 'abc' show(z, ...) return z end; f[h6], c.x = false, p7;  end;  return math.max(('10'):sub(-2, -1), 'x=1,y=2' < false) end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and obj:get(c(true, nil)) do repeat cap() local zz = tonumber(nil) until zz or true;  break end
  c = (f(c))
  for i = 3, 2, 1 do cap() show(pcall(function(...) a = true; a[100], c.x = false, b;  end, select(2, 'a.b', 2))); a = (f(a));  end
  local l1, m1 = tostring(nil), (nil)
  function obj:m(z) show(unpack({false, false}, 2, 2), a .. 'x=1,y=2'); for k, w in ipairs((pcall(m1, -1))) do cap() show(k, w) for k, w in ipairs('a b  c') do cap() show(k, w) local l2, m2 = m1; for i = 1, 2, 2 do cap()  end; function obj:m(z)  return self, z end;  end; t = false;  end; function obj.n(z, ...) z = ('a b  c'):byte(1, -1) show(z, ...) return z end;  return self, z end
  show(a, b, c, t, f)
end)
