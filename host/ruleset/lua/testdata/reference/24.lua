-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["b b false table table ok","failed","1 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[false] = ('abc'):upper()
  function obj:m(z) function obj:m(z) while cap() and -1 do for k, w in ipairs(a) do cap() show(k, w)  end; for i = 3, 1, 2 do cap()  end; c[b] = a;  break end; table.insert(c, b);  return self, z end; show({nil, c}, {['10'] = t, x = a, nil});  return self, z end
  a, a, f = f, a, c
  a = b
  c = select(-1, b == c, false == a)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, math.floor(f2(t, c, true), 'x=1,y=2' == t))
  c = (b(c))
  b = b[tonumber(f)]
  f = select(1, (b), (nil))
  for k, w in ipairs({['abc'] = tostring(true), x = function(p1, q1, ...) while cap() and true do  break end;  return false, nil end, (true)}) do cap() show(k, w) show(pcall(function(...) b = f;  end, obj:get('a.b')));  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 3, 1, 1 do cap() for k, w in ipairs(t) do cap() show(k, w) table.insert(c, f);  end;  end
  a, a = math.min(a, select(2, 'x=1,y=2', 3)), -1
  local l1, m1 = obj:get(7)
  m1 = select(2, function(p2, q2) t, t, l1 = p2, q2, b; a['hello world'] = p2;  return m1, f end, 'Zed')
  local l3, m3 = tonumber(b, 10)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, t = (pcall(a, a)), f2(unpack({f, 'abc'}, 1, 3), a(t, false), b)
  show((obj.x), true)
  function obj.n(z, ...) z = tostring('a.b') show(z, ...) return z end
  local l1, m1 = #(nil) >= b.x, obj.y
  t = nil
  show(a, b, c, t, f)
end)
