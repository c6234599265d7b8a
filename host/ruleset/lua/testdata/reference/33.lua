-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false function failed","1 b function table function ok","nil table nil b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[unpack({'abc', true < -1}, 2, 2)] = ('a.b'):upper()
  repeat cap() local zz = f until zz or true
  for i = 3, 3, -1 do cap() show((f), a);  end
  t = table.concat({select('#', b, c), obj.get}, 'abc')
  local function h1(p2) function obj:m(z) repeat cap() local zz = true until zz or true;  return self, z end; f = (b); show(unpack({'Zed', h1}, 2, 3), {nil, true});  return 'Zed' end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(false, function(p1, ...) a[''] = p1; while cap() and t do p1 = false;  break end; function obj.n(z, ...) z = false show(z, ...) return z end;  return true end)
  for i = 3, 7, -1 do cap() local function h2(p3, q3, ...) a = 1;  return true end; f = (h2(10));  end
  table.insert(c, (-(b)))
  local function h4(p5, q5) function obj.n(z, ...) z = math.floor(t, false) show(z, ...) return z end; c = (b(c)); show(q5[q5], p5);  return nil end
  f = {unpack({'Zed', b}, 1, 3), b}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = t
  while cap() and (f({['abc'] = b, x = c, a})) do while cap() and a do t[f] = 'Zed';  break end; show(f2(false, nil, -1), unpack({false, t}, 2, 2));  break end
  t = (f(t))
  table.insert(c, b)
  t, c = {[''] = (7), x = unpack({false, false}, 2, 3), obj.y}, (function(p1) for k, w in ipairs(p1) do cap() show(k, w)  end; a = 3;  return 2 end)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = f2(7, obj.get, {...}) show(z, ...) return z end
  a = (f(a))
  show(nil, {['x=1,y=2'] = select('#', a, ''), x = '', {['abc'] = true, x = t, t}})
  function obj.n(z, ...) z = #(nil) ~= false show(z, ...) return z end
  local function h1(p2, q2, ...) t = obj:get(f); show(h1['Zed'], math.abs(nil, 2)); table.insert(c, {['Zed'] = true, x = t, a});  return p2[false] end
  show(a, b, c, t, f)
end)
