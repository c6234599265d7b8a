-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true true true function b table function Zed ok","false b true false ERR 10 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a, f = math.min(true + 'Zed', obj.get), b
  f = math.abs(t < true, {true, t})
  b, a = unpack({0.5 * nil, false}, 2, 3), t.x
  f = tostring('hello world')
  function obj:m(z) b = (t(b)); f = false;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = true
  t = true
  while cap() and b.x do f[{'x=1,y=2', c}] = tonumber(b, 10); for i = 1, 1, 2 do cap() t = (f(t)); b = f;  end;  break end
  show(pcall(function(...) if function(p1, q1) b = a;  return true end then if true then t = f; table.insert(c, false);  elseif f then show(pcall(function(...)  end, true)); local function h2(p3)  return -1, p3 end;  else a = t; f = true; function obj:m(z)  return self, z end;  end; c[false] = nil; show(pcall(function(...) for i = 3, -1, -1 do cap()  end; function obj.n(z, ...) z = f show(z, ...) return z end;  end, false));  elseif {...} then b[true], f.x = 100, true; function obj.n(z, ...) z = nil show(z, ...) return z end; local l4, m4 = 3, 3;  else c = 2; function obj.n(z, ...) z = 'x=1,y=2' show(z, ...) return z end; show(0.5, a);  end; show(pcall(function(...) a, a = f, true; f = 'Zed';  end, f2(true, -1, true)));  end, obj:get(f2(f, f, true))))
  local function h5(p6, q6) for k, w in ipairs(b.x) do cap() show(k, w) table.insert(c, 'hello world'); c[false], b.x = t, f;  end;  return ('10'):len() end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = obj.get until zz or true
  show(false, b)
  show(pcall(function(...) while cap() and select('#', a, nil) do function obj.n(z, ...) z = true show(z, ...) return z end; show(pcall(function(...) table.insert(c, a);  end, b)); f[true] = 2;  break end; a = unpack({nil, b}, 1, 1);  end, c))
  a = '10'
  function obj:m(z) repeat cap() local zz = true until zz or true;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c, b = b, tonumber(3, 10)
  local l1, m1 = f2({[''] = false, x = 1, b}, a, false), c(f, c) == t.x
  show({[''] = f(false, false), x = c(true, true), unpack({l1, nil}, 1, 1)}, tostring(7) * false)
  l1[b], t.x = '', true
  if (f(tonumber(3, 10))) then c, a, l1 = t, f, t; a = -1; b, m1, f = a, m1, a;  elseif b.x then for k, w in ipairs(tonumber(nil, 10)) do cap() show(k, w) function obj:m(z) show(-1, m1);  return self, z end; b = t; c['x=1,y=2'], c.x = 'a b  c', c;  end; t, c = 'a.b', '10';  else for i = 1, 3, 1 do cap() c = (b(c));  end; table.insert(c, select(2, nil, true));  end
  show(a, b, c, t, f)
end)
