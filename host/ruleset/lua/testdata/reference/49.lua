-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","7 function true nil table b table nil function ok","failed","1 true b table nil ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs(unpack({a, c}, 1, 1) and 2) do cap() show(k, w) c = true; function obj.n(z, ...) z = obj:get(f) show(z, ...) return z end;  end
  function obj:m(z) function obj:m(z) a[nil], a.x = a, f;  return self, z end; table.insert(c, select(-1, t, nil)); function obj:m(z) b = (c(b));  return self, z end;  return self, z end
  f = (f(f))
  a[a[c]], f.x = tonumber({nil, 2}, 10), b
  f = (a(f))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(7, f)
  show(true, tostring(nil))
  function obj:m(z) t = ('a b  c'):find('b', 1, true); for k, w in ipairs(nil) do cap() show(k, w) c = a; t = c;  end;  return self, z end
  local function h1(p2, q2) q2[select(1, nil, false)] = (pcall(q2, b)); h1[f2(false, p2, a)] = t[false];  return true end
  a, t = t, unpack({true, obj:get(h1)}, 2, 3)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f, b, c = a, f, c
  local function h1(p2, q2) a = (t(a)); function obj.n(z, ...) z = obj.y show(z, ...) return z end; function obj.n(z, ...) z = select(2, true, h1) show(z, ...) return z end;  return (q2) end
  h1, b = h1, h1.x
  table.insert(c, tonumber(obj.x, 10))
  repeat cap() local zz = obj.x until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) t, p2, p2 = c, b, a; p2 = math.max(p2, 0.5);  return q2 end
  function obj.n(z, ...) z = a .. c show(z, ...) return z end
  while cap() and obj.get do while cap() and ('a.b'):rep(2) do function obj:m(z) function obj:m(z)  return self, z end; table.insert(c, c); local function h3(p4, ...)  return false end;  return self, z end; c = a; for k, w in ipairs(t) do cap() show(k, w) repeat cap() local zz = 10 until zz or true;  end;  break end; c, b = b, select(2, true, true);  break end
  function obj:m(z) f = f(false, f); function obj:m(z) table.insert(c, 0.5); table.insert(c, true); show(pcall(function(...) show(pcall(function(...)  end, c));  end, 'hello world'));  return self, z end;  return self, z end
  f = (''):find('b', 1, true)
  show(a, b, c, t, f)
end)
