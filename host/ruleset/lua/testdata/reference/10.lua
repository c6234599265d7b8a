-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 table function A B  C table ok","failed","false ERR 1 b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = table.concat({nil, 10}, 'hello world')
  b = (b)
  while cap() and a.x >= t do show(pcall(function(...) t, t, t = t, f, b; table.insert(c, 'hello world'); repeat cap() local zz = true until zz or true;  end, table.concat({true, f}, 'abc'))); f = obj:get(true);  break end
  f, c = t, tostring(true) .. function(p1, q1) p1, p1, a = p1, q1, f;  return nil, nil end
  for i = 3, 2, -1 do cap() b = function(p2, q2) f, f, c = t, a, b; while cap() and p2 do  break end; function obj.n(z, ...) z = b show(z, ...) return z end;  return nil, true end; for k, w in ipairs(b.x) do cap() show(k, w) function obj:m(z) b, a, t = f, f, a; show('hello world', false); t = 1;  return self, z end; f = true;  end; c = (pcall(c, f));  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 3, 3, 2 do cap() local l1, m1 = 'a.b';  end
  b = t
  function obj:m(z) for i = 1, 0.5, 1 do cap() f[''] = b; b = ''; local function h2(p3, q3) local l4, m4 = 'Zed', p3; b = q3; table.insert(c, t);  return p3 end;  end;  return self, z end
  c, t = f, c
  t, f = ('a b  c'):upper(), b
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, c = true, table.concat({a, false}, 'a b  c')
  for k, w in ipairs(f) do cap() show(k, w) a[false or f] = (pcall(b, t));  end
  for i = 1, 10, 1 do cap() c[t['Zed']] = {['a.b'] = c, x = true, 3}; a = (c(a)); a = (t(a));  end
  local function h1(p2, q2) while cap() and nil + true do function obj.n(z, ...) z = false show(z, ...) return z end; b[b] = -1;  break end; for i = 1, 0.5, -1 do cap() local function h3(p4, q4) table.insert(c, 'abc'); for k, w in ipairs(2) do cap() show(k, w)  end; local function h5(p6, q6)  return false end;  return 'a.b', 'hello world' end;  end;  return tostring(true), 3 end
  function obj:m(z) function obj:m(z) while cap() and nil do table.insert(c, nil); f = (c(f)); h1[nil], b.x = f, b;  break end;  return self, z end; c[table.concat({10, 100}, '10')] = a(10, f); for i = 3, 1, 1 do cap() a = true;  end;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) local l1, m1 = ('x=1,y=2'):sub(-2, -1), a; function obj:m(z) while cap() and false do b, m1 = 100, nil; a[m1], f.x = true, false;  break end; while cap() and t do b = l1; function obj:m(z)  return self, z end;  break end; if '' then repeat cap() local zz = false until zz or true; while cap() and 'x=1,y=2' do  break end; l1, t, c = a, a, c;  elseif a then c, a, b = m1, l1, a; local l2, m2 = true, 'x=1,y=2';  else t[false] = false;  end;  return self, z end; c = f2(nil, 'hello world', false);  return self, z end
  show(pcall(function(...) show(pcall(function(...) f = f; f[t] = nil;  end, math.max(b, true)));  end, tostring('a b  c')))
  function obj:m(z) local l3, m3 = tostring(nil), false; show(tonumber(nil, 10), 100); b, l3, f = l3, f, l3;  return self, z end
  for i = 3, -1, 2 do cap() table.insert(c, nil .. f);  end
  function obj:m(z) local function h4(p5) if c then b, a, p5 = b, c, h4; function obj.n(z, ...) z = 3 show(z, ...) return z end;  elseif f then show(nil, 10); for k, w in ipairs(f) do cap() show(k, w)  end; for k, w in ipairs(true) do cap() show(k, w)  end;  else function obj.n(z, ...) z = 7 show(z, ...) return z end;  end; for k, w in ipairs('a b  c') do cap() show(k, w) function obj:m(z)  return self, z end;  end;  return obj.get end; for k, w in ipairs(select(2, nil, -1)) do cap() show(k, w) local l7, m7 = true, 'a.b'; c = true; c[h4], t.x = 'Zed', m7;  end; a = (f(a));  return self, z end
  show(a, b, c, t, f)
end)
