-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true b table table function ok","true true 1 b false table function ok","true false nil false ERR true false ERR failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) a = table.concat({nil, true}, 'Zed'); local l1, m1 = (c(a)), false .. 1; l1[a] = obj:get('a.b');  return self, z end
  a[f2(table.concat({nil, f}, 'Zed'), t .. true, (b(f)))] = b.x
  a = function(p2) show(f, nil);  return false + 3, table.concat({'Zed', c}, '') end
  while cap() and 'hello world' do local l3, m3 = true - b, (pcall(a, 'Zed'));  break end
  t, c, b = t, t, b
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, table.concat({obj:get(f), (f(nil))}, 'a.b'))
  a = true
  function obj:m(z) function obj:m(z) table.insert(c, a); function obj:m(z) show(pcall(function(...)  end, '')); t = true; for i = 1, 1, 1 do cap()  end;  return self, z end;  return self, z end; function obj:m(z) for i = 1, 100, 1 do cap() show(pcall(function(...)  end, 'Zed')); local l1, m1 = nil, false; table.insert(c, true);  end; while cap() and true do f, b = f, 'x=1,y=2'; c = (t(c)); function obj:m(z)  return self, z end;  break end;  return self, z end;  return self, z end
  function obj:m(z) c = select(1, nil, true); for i = 1, 3, 1 do cap() for k, w in ipairs(nil) do cap() show(k, w) b, a, a = a, c, c; function obj.n(z, ...) z = false show(z, ...) return z end; function obj:m(z)  return self, z end;  end; show(pcall(function(...) local function h2(p3, q3)  return true, t end; a = 'Zed'; a = (b(a));  end, false));  end;  return self, z end
  c[function(p4, q4) for k, w in ipairs(true) do cap() show(k, w) for i = 3, 1, 2 do cap()  end;  end; p4 = (f(p4));  return p4 < c, 0.5 end], t.x = c, function(p5, q5) t = (t(t)); f = b; while cap() and nil do local l6, m6 = 100; function obj:m(z)  return self, z end; p5 = false;  break end;  return {nil, 0.5}, 'abc' end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) while cap() and select(2, nil, 7) do show(pcall(function(...) function obj.n(z, ...) z = b show(z, ...) return z end; t[true] = nil;  end, nil));  break end; table.insert(c, {a, 'x=1,y=2'});  end, function(p1, ...) function obj:m(z) for i = 3, 100, 1 do cap()  end; for i = 1, 7, -1 do cap()  end; if p1 then  elseif b then  else  end;  return self, z end; p1 = true; local function h2(p3, q3) a = f; f = a;  return nil, 'a.b' end;  return 'a.b', (pcall(a, 'a b  c')) end))
  for i = 1, 3, -1 do cap() show(pcall(function(...) show(nil, a);  end, {['abc'] = c, x = c, true}));  end
  c = not (a)
  while cap() and tonumber(b, 10) do c[(f(false))] = {['hello world'] = b, x = f, 1}; local l4, m4 = tonumber('Zed'), obj.y; f, l4 = false, f2(c, 'a.b', 'hello world');  break end
  function obj.n(z, ...) z = obj.get show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) show(pcall(function(...) b = true;  end, false)); while cap() and (f) do show(false, nil); show(pcall(function(...) for i = 3, 2, 2 do cap()  end; for k, w in ipairs(nil) do cap() show(k, w)  end;  end, true)); function obj:m(z) local function h1(p2, q2)  return 1, nil end; show(true, true); f = nil;  return self, z end;  break end;  end, (pcall(a, f))))
  show(pcall(function(...) if (a('a b  c')) then while cap() and c do if t then  elseif false then  else  end; repeat cap() local zz = a until zz or true; b = 'Zed';  break end; repeat cap() local zz = t until zz or true;  elseif (pcall(c, f)) then for i = 1, 3, -1 do cap() show('x=1,y=2', 1); function obj:m(z)  return self, z end;  end;  else a = (f(a)); if nil then table.insert(c, -1); local l3, m3 = nil; l3 = (b(l3));  elseif 2 then c = 10; function obj.n(z, ...) z = false show(z, ...) return z end;  else a = false; b = f; while cap() and nil do  break end;  end; if true then b[100], b.x = false, 'a.b'; show(t, c); show(pcall(function(...)  end, c));  elseif f then c[f] = t; f, t, b = f, b, f; c = a;  else repeat cap() local zz = true until zz or true;  end;  end; a = 'x=1,y=2';  end, c[true]))
  for i = 3, 7, -1 do cap() a = t; c = '10'; show(pcall(function(...) function obj.n(z, ...) z = b show(z, ...) return z end; a[a] = 'a.b';  end, {2, -1}));  end
  for i = 3, 0.5, -1 do cap() table.insert(c, f('hello world', ''));  end
  a = unpack({tonumber(7, 10), c.x}, 2, 2)
  show(a, b, c, t, f)
end)
