-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 b table -1 function ok","failed","1 nil table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = #(c(nil, false)) until zz or true
  t[(function(p1, q1) p1 = 'hello world';  return nil, f end)] = c
  for i = 1, 1, -1 do cap() if tonumber(0.5) then a, c, t = c, f, t; b = nil;  elseif tostring(1) then local l2, m2 = 1; repeat cap() local zz = b until zz or true; local function h3(p4, q4) while cap() and false do  break end;  return h3, true end;  else f[t], c.x = a, f; show(f, false);  end;  end
  b, c = false, c
  for i = 3, 7, 1 do cap() b = (pcall(b, a)); while cap() and f2(false, t, f) do show(pcall(function(...) local function h5(p6, q6, ...)  return 100 end; show(nil, c); function obj.n(z, ...) z = true show(z, ...) return z end;  end, a)); while cap() and true do t[true] = t;  break end;  break end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) if t(true, b) then for i = 3, 10, -1 do cap() a = nil; b, f = nil, f;  end;  elseif a then table.insert(c, f); table.insert(c, c);  else show(nil, nil); t, b, f = b, t, b; t['a b  c'], a.x = t, '10';  end;  return self, z end
  local function h1(p2) p2, c, p2 = t, c, p2; local function h3(p4, q4, ...) repeat cap() local zz = h3 until zz or true;  return h1 <= false end;  return (obj:get(a)), (nil) end
  local function h5(p6) p6 = table.concat({p6, -1}, '10'); for k, w in ipairs(false) do cap() show(k, w) function obj:m(z) function obj:m(z)  return self, z end;  return self, z end; p6[true], p6.x = nil, true; show(pcall(function(...) a = 1;  end, p6));  end; function obj.n(z, ...) z = f.x show(z, ...) return z end;  return (b(tostring(''))) end
  t, h1 = -(1), select('#', obj.y, f2(100, 'abc', h1))
  function obj:m(z) while cap() and function(p7, q7) function obj.n(z, ...) z = p7 show(z, ...) return z end; table.insert(c, false);  return p7 end do show(nil, h5); show(pcall(function(...) if f then  elseif nil then  else  end;  end, a));  break end; h5[{['Zed'] = 1, x = h1, nil}], f.x = false, c; show(pcall(function(...) t, a, a = a, h1, t; for i = 3, 0.5, 2 do cap() repeat cap() local zz = f until zz or true; function obj.n(z, ...) z = nil show(z, ...) return z end;  end;  end, f.x));  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = (a(c))
  local function h1(p2, q2) table.insert(c, false); h1 = function(p3, q3, ...) table.insert(c, false); p2 = a;  return c, -1 end;  return tostring(nil), tostring(true) end
  for k, w in ipairs((t) - t[f]) do cap() show(k, w) show(#(true), obj:get('x=1,y=2'));  end
  for i = 1, 1, 1 do cap() if t then f = '10';  elseif tostring('a b  c') then for i = 3, 1, -1 do cap() show(t, t); c, f = 'x=1,y=2', c;  end;  else function obj:m(z) table.insert(c, false);  return self, z end;  end; h1, c, h1 = t, c, t;  end
  b, h1, t = h1, a, c
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) function obj.n(z, ...) z = 10 show(z, ...) return z end; for i = 1, 100, 2 do cap() b = 0.5; local l1, m1 = t;  end; show(pcall(function(...) t[false], b.x = false, nil; table.insert(c, f);  end, f.x));  return self, z end
  for i = 3, 0.5, -1 do cap() table.insert(c, ('10'):sub(-2, -1)); b = a; repeat cap() local zz = 10 until zz or true;  end
  b, b = select(-1, (pcall(t, c)), obj:get(0.5)), unpack({obj.get, c.x}, 1, 2)
  b = unpack({obj.get, tostring('10')}, 2, 1)
  repeat cap() local zz = tostring(-1) until zz or true
  show(a, b, c, t, f)
end)
