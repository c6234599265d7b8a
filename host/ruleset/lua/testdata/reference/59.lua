-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["false 2 2 table table ok","table true table true function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = c
  for i = 1, 1, -1 do cap() local function h1(p2, q2, ...) local function h3(p4, q4) t = true; show(10, nil); show(pcall(function(...)  end, 10));  return false end;  return (nil) end; while cap() and {['hello world'] = nil, x = true, true} do function obj:m(z) c = a; for k, w in ipairs(true) do cap() show(k, w)  end;  return self, z end; b = 2;  break end;  end
  c = (pcall(t, nil))
  f = (true)
  f, c, a = t, b, c
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = select(-1, tostring(nil), nil and nil)
  l1 = true
  m1, t = (l1), true
  m1, a, b = m1, c, c
  b = tostring(true)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) show(select('#', false, h1), (pcall(c, c)));  return -(obj.x), false end
  local l3, m3 = c.x
  function obj.n(z, ...) z = h1[t.x] show(z, ...) return z end
  for k, w in ipairs(math.floor('abc', 'a.b')) do cap() show(k, w) h1 = c;  end
  t[false] = (h1(tonumber(l3, 10)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, f = nil, {nil, obj:get(1)}
  show((t(true)) and f2(100, 'x=1,y=2', a), nil - (''):byte(1, -1))
  repeat cap() local zz = false < a['a.b'] until zz or true
  for i = 1, 100, 1 do cap() for k, w in ipairs({2, nil}) do cap() show(k, w) local l1, m1 = nil;  end; c = table.concat({'abc', b}, 'a.b');  end
  c = function(p2, q2) p2 = true; for k, w in ipairs(100) do cap() show(k, w) local function h3(p4, q4)  return c, '' end;  end; while cap() and f do q2, q2, p2 = a, a, t;  break end;  return tonumber(true, 16), p2.x end
  show(a, b, c, t, f)
end)
