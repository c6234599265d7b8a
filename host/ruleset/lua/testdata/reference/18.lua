-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false ERR 10 b table table function ok","failed","0.5 nil table table nil ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = table.concat({f2(a, c, nil), c[100]}, '') until zz or true
  c[{['a.b'] = table.concat({1, 0.5}, '10'), x = {['10'] = '10', x = nil, 'a.b'}, unpack({-1, false}, 2, 2)}], b.x = obj:get(tonumber(false)), a <= true or t.x
  function obj.n(z, ...) z = #((pcall(t, false))) show(z, ...) return z end
  table.insert(c, true)
  c[({b, 'x=1,y=2'})] = nil
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) c, f = obj.x, nil; function obj:m(z) while cap() and f do function obj.n(z, ...) z = '' show(z, ...) return z end;  break end;  return self, z end; local l1, m1 = true, b;  return self, z end
  c, a = f2(c, false, tostring(true)), (pcall(f, b.x))
  for i = 3, -1, 1 do cap() a = function(p2) local l3, m3 = 1;  return nil end; function obj.n(z, ...) z = not (t) show(z, ...) return z end;  end
  show(pcall(function(...) a = #(false); while cap() and t.x do a[c], f.x = a, 10; f[t] = false;  break end;  end, t))
  a = '10'
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs(unpack({'', 'hello world'}, 2, 2) > math.floor(false, nil)) do cap() show(k, w) t[t], b.x = f, tostring(true);  end
  function obj.n(z, ...) z = c show(z, ...) return z end
  b = (c(b))
  f = nil < b
  function obj:m(z) function obj:m(z) b, c, a = a, t, b; a = (f(a)); table.insert(c, true);  return self, z end;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = unpack({(c), not ('a.b')}, 1, 3)
  f, a = nil and obj:get(b), tostring(0.5)
  repeat cap() local zz = true until zz or true
  b = (''):find('Zed')
  repeat cap() local zz = function(p1) function obj:m(z) show(true, 10); local function h2(p3)  return nil, p3 end;  return self, z end;  return p1.x end until zz or true
  show(a, b, c, t, f)
end)
