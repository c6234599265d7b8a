-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["6 table 6 b -1 ok","true failed","failed","false ERR 1 b table 5 function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = false show(z, ...) return z end
  local function h1(p2) p2 = false; a[not (nil)] = ('a b  c'); local l3, m3 = nil, (pcall(b, t));  return math.abs((p2(nil)), function(p4) local l5, m5 = 'a.b';  return nil end) end
  c, f = obj.y, -1
  t, t, b = b, a, t
  a = c
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) c, a = tonumber(b), obj:get('a.b');  end, obj:get(b.x)))
  show(a, (pcall(c, c[nil])))
  local l1, m1 = obj:get(f(a, b))
  local function h2(p3, q3, ...) for i = 3, 3, 2 do cap() if c then b[true] = p3; t[a] = false; repeat cap() local zz = a until zz or true;  elseif 7 then t = l1; show(pcall(function(...)  end, 100)); m1[p3], c.x = q3, true;  else for i = 1, 2, 2 do cap()  end; t[0.5], t.x = -1, nil; c = p3;  end;  end; while cap() and tonumber('10') do q3[p3] = t; table.insert(c, b);  break end;  return {(a), unpack({t, b}, 1, 2)} end
  b = (l1(b))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = 0.5 show(z, ...) return z end
  a = f2(true, nil, false) == 'abc'
  if t then b[tostring(-1)] = unpack({'', 2}, 2, 2);  elseif 'Zed' then for i = 3, 100, 2 do cap() if t then b = (t(b)); t[t] = true;  elseif c then show(b, false); show(nil, true); b[t], b.x = c, 3;  else for i = 1, 10, -1 do cap()  end; c = (f(c));  end;  end; for i = 3, 2, -1 do cap() function obj.n(z, ...) z = c show(z, ...) return z end; table.insert(c, 'a.b');  end;  else function obj:m(z) b = t; function obj:m(z) b[7] = b; t[nil], t.x = true, nil; c[b], b.x = 2, 'abc';  return self, z end;  return self, z end;  end
  show(pcall(function(...) c = true; c = not (nil);  end, t))
  local l1, m1 = 'abc', (pcall(a, t[nil]))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) f[a], a.x = (pcall(t, t)), not (true); t[(a(c))] = ('hello world');  end, f2(function(p1) for k, w in ipairs(0.5) do cap() show(k, w)  end;  return false, p1 end, 'x=1,y=2', c)))
  table.insert(c, t)
  a = 1
  local l2, m2 = obj:get({[''] = f, x = b, nil}), '10'
  t = math.abs(obj.x, 'a b  c')
  show(a, b, c, t, f)
end)
