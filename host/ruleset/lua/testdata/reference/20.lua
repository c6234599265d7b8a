-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 0.5 function table function ok","nil b table function function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = a
  b = (tostring(0.5))
  for i = 3, -1, 2 do cap() f = t >= c; a = (f(a));  end
  c = f2(t, false and true, {['x=1,y=2'] = true, x = f, true})
  c = f
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, c.x)
  t = (function(p1, q1) c = 1; repeat cap() local zz = 'a b  c' until zz or true; b[false], a.x = b, false;  return nil, 0.5 end)
  function obj.n(z, ...) z = select(-1, t.x, -(t)) show(z, ...) return z end
  for i = 1, 3, -1 do cap() a, b = b, -(t); for k, w in ipairs((pcall(b, f))) do cap() show(k, w) for i = 1, -1, -1 do cap() local l2, m2 = t; show(pcall(function(...)  end, nil)); b[true] = false;  end; show(false, c);  end;  end
  a = tonumber({['Zed'] = true, x = false, a}, 10)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = (c(c))
  t[(pcall(b, 0.5))] = t((false), b[c])
  while cap() and ('a.b') do c = unpack({f, 'a b  c'}, 1, 1); local l1, m1 = nil; show(math.max(true, true), m1);  break end
  show(#('10'), table.concat({c, math.min(nil, 10)}, 'x=1,y=2'))
  function obj.n(z, ...) z = obj:get(t) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b[unpack({nil + a, {-1, f}}, 2, 2)] = {[''] = {c, f}, x = c, obj:get(false)}
  function obj:m(z) function obj:m(z) local l1, m1 = 2;  return self, z end; while cap() and false * true do if '' then a[t], f.x = 'x=1,y=2', b;  elseif b then c = false; b, c = false, '';  else while cap() and a do  break end; while cap() and c do  break end;  end; t = 'Zed'; local function h2(p3, q3, ...) local function h4(p5)  return false, nil end; q3[true], c.x = b, true; show(pcall(function(...)  end, true));  return b, 100 end;  break end;  return self, z end
  table.insert(c, tostring(nil))
  table.insert(c, 3)
  function obj:m(z) function obj:m(z) if 7 then a[nil], c.x = a, false;  elseif 'a.b' then b[b], c.x = 10, false; show(pcall(function(...)  end, false)); c = 0.5;  else f = false; local function h6(p7, q7)  return nil, 'a.b' end; repeat cap() local zz = nil until zz or true;  end; local l8, m8 = 1; f = 2;  return self, z end; table.insert(c, tostring(nil));  return self, z end
  show(a, b, c, t, f)
end)
