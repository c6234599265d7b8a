-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 1 b b 1 ok","failed","table false true false ERR 1 b table table true ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[obj:get(table.concat({3, nil}, 'x=1,y=2'))], f.x = true, tostring(true)
  table.insert(c, (c({['Zed'] = 'x=1,y=2', x = b, 'hello world'})))
  repeat cap() local zz = not (obj.y) until zz or true
  a = tonumber(true, 16)
  b, b = (b), (b({['a b  c'] = true, x = t, f}))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = b
  t, f, f = c, a, a
  b, a, f = f, a, a
  t, f, a = c, a, f
  function obj:m(z) b = {f, nil}; while cap() and true .. 1 do for k, w in ipairs(0.5) do cap() show(k, w) f, t = t, nil; table.insert(c, a);  end; function obj.n(z, ...) z = 1 show(z, ...) return z end;  break end; local l1, m1 = t.x, true;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2) show((p2(10)), tostring(-1));  return obj:get((p2(false))) end
  repeat cap() local zz = f2(table.concat({2, h1}, '10'), true, function(p3, q3) q3[100] = true;  return true, nil end) until zz or true
  h1 = (h1(table.concat({c, c}, 'hello world')))
  t = c[{['a.b'] = true, x = h1, a}]
  b[-((c(100)))] = (pcall(c, h1.x))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = f[true and false] show(z, ...) return z end
  show({nil, 0.5} or true, false)
  local function h1(p2, ...) if unpack({false, p2}, 2, 1) then b, h1 = true, true;  elseif -(nil) then local function h3(p4, q4, ...) function obj.n(z, ...) z = nil show(z, ...) return z end;  return '10' end;  else t[a] = true;  end; for k, w in ipairs((pcall(a, 'hello world'))) do cap() show(k, w) show(pcall(function(...) f = true; local function h5(p6, q6)  return '10', nil end;  end, false)); show(pcall(function(...) repeat cap() local zz = p2 until zz or true;  end, true)); local function h7(p8, q8) h7[c], p2.x = true, p2;  return true end;  end; b = nil;  return math.min(math.abs(0.5, true), c), (pcall(c, (a(7)))) end
  show(pcall(function(...) show(pcall(function(...) function obj:m(z) h1[true], c.x = 'hello world', false;  return self, z end; f = t;  end, unpack({b, 'x=1,y=2'}, 1, 3))); b = (a(b)); function obj.n(z, ...) z = b(false, h1) show(z, ...) return z end;  end, t))
  f = true
  show(a, b, c, t, f)
end)
