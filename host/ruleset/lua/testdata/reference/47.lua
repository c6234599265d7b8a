-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false function 7 table false ok","1 1 table  1 ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) repeat cap() local zz = f.x until zz or true;  end, table.concat({tonumber(3, 10), t}, 'a.b')))
  f = not ('')
  function obj:m(z) b = f; function obj:m(z) if a then repeat cap() local zz = false until zz or true;  elseif false then while cap() and true do  break end; show(0.5, false);  else c[b] = true; a = (b(a));  end;  return self, z end;  return self, z end
  function obj:m(z) c = t(true, 100);  return self, z end
  b = math.abs(f2(false, b, 'Zed'), false)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a, b, a = t, f, c
  f = false
  a, c = f, tonumber(7, 10)
  local l1, m1 = tonumber(true, 10) ~= tostring('10')
  for i = 3, 100, -1 do cap() local l3, m3 = math.floor(c, 0.5), nil - nil; a = m3;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, t = tonumber(('a b  c'):find('a.b')), (pcall(b, b[false]))
  f = false
  f, f, a = b, a, b
  b, b, t = a, f, a
  t = ''
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = c, {select('#', t, b), c and true}
  table.insert(c, (pcall(t, obj:get(m1))))
  while cap() and (pcall(b, select(-1, false, t))) do function obj.n(z, ...) z = m1 show(z, ...) return z end;  break end
  c[(pcall(m1, obj:get(1)))], a.x = function(p2, ...) l1 = true;  return select('#', ...) end, 'Zed'
  a[t], c.x = a, f2(b, f2(false, l1, false), math.abs('a.b', c))
  show(a, b, c, t, f)
end)
