-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 b table table 1 ok","failed","true true table b table table b ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = (f(b))
  t = t.x
  local l1, m1 = t.x
  l1 = true
  repeat cap() local zz = a until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and unpack({{['hello world'] = 'a b  c', x = a, 2}, (true)}, 2, 1) do a = 10; c[-('x=1,y=2')] = function(p1, ...) p1 = 7; show(pcall(function(...)  end, 3));  return 'a b  c', nil end;  break end
  function obj.n(z, ...) z = unpack({b, 3}, 1, 1) >= function(p2, q2) p2[true], p2.x = q2, p2; p2 = q2;  return true, false end show(z, ...) return z end
  for i = 1, 100, -1 do cap() t = (a(t)); a = (t(a));  end
  while cap() and nil do local l3, m3 = '10', function(p4) p4, c = false, 2; a[100], c.x = nil, false; show(pcall(function(...)  end, b));  return a end;  break end
  f, a, a = a, a, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) p2[c.x], p2.x = tostring(100), obj:get(7); b = (t(b)); for k, w in ipairs(obj.get) do cap() show(k, w) f = t; t, p2, a = a, p2, a;  end;  return (c(p2)) .. not (true), math.floor(h1[h1], table.concat({h1, q2}, 'x=1,y=2')) end
  f['x=1,y=2'] = (pcall(f, tostring('hello world')))
  a = (b({f, t}))
  for i = 3, 0.5, -1 do cap() b[unpack({nil, false}, 1, 2)] = math.floor(h1, 100);  end
  t = #({t, true})
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) c[select('#', ...)] = {'Zed', true};  end, b))
  show(pcall(function(...) table.insert(c, 'x=1,y=2');  end, nil))
  t = b[(3)]
  repeat cap() local zz = tonumber(obj.x, 16) until zz or true
  f, t, a = b, c, c
  show(a, b, c, t, f)
end)
