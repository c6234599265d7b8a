-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true false table table nil function ok","failed","nil b nil table function ok","false ERR 1 b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 1, -1, 1 do cap() for k, w in ipairs(t) do cap() show(k, w) local l1, m1 = nil, t;  end; f, f, f = a, c, b; c = table.concat({b, c}, 'Zed');  end
  b = true
  show(pcall(function(...) while cap() and obj.get do a = false; b = c; function obj.n(z, ...) z = 'abc' show(z, ...) return z end;  break end; b[(...)] = select('#', ...);  end, (t)))
  repeat cap() local zz = nil until zz or true
  t = (f(t))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, obj.x)
  c[{{b, c}, c}] = math.fmod(a, tonumber(nil))
  local function h1(p2, q2) function obj:m(z) local function h3(p4, q4, ...) a[h1], p2.x = nil, nil; for i = 3, 2, 2 do cap()  end;  return h3 end; for i = 3, 2, -1 do cap() h3 = true;  end; q2[false] = a;  return self, z end;  return b end
  b, b, h1 = t, a, f
  show(select(1, f2(t, true, b), select('#', false, nil)), 7)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = obj:get(b)
  repeat cap() local zz = tonumber({a, t}, 10) until zz or true
  table.insert(c, b)
  c[function(p1, q1) p1 = false;  return function(p2, q2, ...) table.insert(c, q1); show(false, 'abc');  return true end, {nil, 3} end] = c
  c, f, t = a, f, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, c[2])
  table.insert(c, c)
  show(pcall(function(...) show(table.concat({b, true}, '10'), select(2, 3, false));  end, f))
  function obj.n(z, ...) z = true show(z, ...) return z end
  function obj:m(z) show(pcall(function(...) local l1, m1 = nil; m1, c, c = a, t, a;  end, unpack({'Zed', false}, 2, 1))); if true then a[c] = 100;  elseif b then show(pcall(function(...) a = f;  end, b));  else for k, w in ipairs(true) do cap() show(k, w) t, a, b = t, b, f; a = (t(a));  end;  end;  return self, z end
  show(a, b, c, t, f)
end)
