-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false function table hello world hello worlda b  ca.b ok","failed","false ERR true b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, (a(tonumber(false, 16))))
  show(unpack({tonumber('10', 10), {['a b  c'] = f, x = f, f}}, 2, 1), f.x)
  function obj.n(z, ...) z = nil or -(c) show(z, ...) return z end
  c[nil] = -1
  table.insert(c, {(t(a)), c})
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = f(false and false, f2(t, 100, 'a b  c'))
  if false then local function h1(p2, ...) while cap() and 'hello world' do b[3], b.x = 0.5, 'Zed';  break end; repeat cap() local zz = t until zz or true;  return 'hello world', table.concat({false, 3}, '') end; b[tostring('a.b')], t.x = (h1), obj:get(h1); function obj.n(z, ...) z = f show(z, ...) return z end;  elseif b.x then a = c; for k, w in ipairs(tostring(nil)) do cap() show(k, w) local function h3(p4, ...) for i = 1, 3, 1 do cap()  end; table.insert(c, false);  return '', 'abc' end; for k, w in ipairs(nil) do cap() show(k, w) if false then  elseif true then  else  end; h3 = false; local function h5(p6, q6, ...)  return false end;  end; local l7, m7 = 'abc', t;  end; for i = 1, 10, -1 do cap() a = (f(a)); for i = 1, 100, 1 do cap() local l8, m8 = c, 'a.b';  end; show(pcall(function(...) t[t], b.x = a, f; c[nil] = b;  end, c));  end;  else a = false; local l9, m9 = c;  end
  t = 'hello world'
  t, a, b = t, a, f
  f = f2(table.concat({t, 'a.b'}, 'a b  c'), obj:get('10'), {['x=1,y=2'] = 1, x = false, b})
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and a do t = {['a.b'] = true, x = true, 'hello world'}; local function h1(p2, ...) t = a; t = (t(t));  return ('x=1,y=2'), (pcall(t, nil)) end;  break end
  while cap() and tostring(10) do function obj.n(z, ...) z = a(b, true) show(z, ...) return z end; for k, w in ipairs((b)) do cap() show(k, w) table.insert(c, a);  end;  break end
  local function h3(p4) show(tonumber(2), {['abc'] = a, x = a, nil}); for i = 3, 0.5, 2 do cap() a[true] = 1; if 'a.b' then function obj.n(z, ...) z = t show(z, ...) return z end;  elseif false then function obj:m(z)  return self, z end;  else p4 = false; function obj.n(z, ...) z = b show(z, ...) return z end; function obj:m(z)  return self, z end;  end; function obj:m(z) f, t = nil, -1; t = (f(t)); local function h5(p6, q6)  return true end;  return self, z end;  end;  return function(p7, q7, ...) t, p4 = nil, true; p4, f = 'a.b', 0.5;  return p7 end end
  for i = 3, 7, 2 do cap() while cap() and a[true] do h3[a], a.x = 3, false; repeat cap() local zz = 7 until zz or true; if nil then t[a] = 'abc'; local l8, m8 = -1, f; l8[m8], m8.x = nil, h3;  elseif true then table.insert(c, 'hello world');  else for k, w in ipairs(nil) do cap() show(k, w)  end; h3 = true; a[a] = t;  end;  break end; f[tonumber(nil, 10)] = function(p9, ...) function obj.n(z, ...) z = true show(z, ...) return z end; show(nil, p9); show(h3, nil);  return false end; while cap() and (pcall(f, f)) do c = 7; function obj.n(z, ...) z = true show(z, ...) return z end; if t then h3 = (b(h3)); c = a; table.insert(c, a);  elseif t then show(pcall(function(...)  end, f));  else a[f] = true; local function h10(p11, q11, ...)  return 10, 2 end;  end;  break end;  end
  t = c
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = c show(z, ...) return z end
  for i = 1, 3, 1 do cap() if true then a = true; function obj:m(z) f = (a(f));  return self, z end;  elseif tonumber(c) then local l1, m1 = b; for i = 3, 3, -1 do cap() show(pcall(function(...)  end, false));  end;  else for i = 1, 7, 2 do cap() while cap() and a do  break end;  end; function obj:m(z) for k, w in ipairs(nil) do cap() show(k, w)  end; b = (f(b));  return self, z end;  end;  end
  show(pcall(function(...) if {...} then function obj:m(z) b[f] = true; a[true], f.x = c, false;  return self, z end; for k, w in ipairs(100) do cap() show(k, w) t[a], b.x = true, nil;  end; a = true;  elseif 7 then local l2, m2 = c, c; repeat cap() local zz = b until zz or true;  else local l3, m3 = true; b = a; function obj:m(z) b[1], m3.x = true, true; function obj.n(z, ...) z = l3 show(z, ...) return z end;  return self, z end;  end;  end, c[tostring('abc')]))
  table.insert(c, b)
  function obj.n(z, ...) z = not (tonumber(nil)) show(z, ...) return z end
  show(a, b, c, t, f)
end)
