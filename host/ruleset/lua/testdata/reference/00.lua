-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["nil b table false function ok","failed","true nil hello world true 1 table table b hello world ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = false
  local l1, m1 = nil, obj.y
  a = (f(a))
  m1 = (pcall(a, f2('abc', nil, false)))
  table.insert(c, b)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = (c(b))
  c[c.x] = 3
  b = math.fmod(select(1, f, ''), c)
  if a(select(-1, t, 100), b[b]) then show(pcall(function(...) function obj.n(z, ...) z = c show(z, ...) return z end; local function h1(p2) function obj:m(z)  return self, z end;  return b end;  end, f2(t, 3, true)));  elseif 'hello world' - table.concat({true, 7}, 'x=1,y=2') then show(table.concat({c, true}, ''), obj:get(f));  else f = b; table.insert(c, obj.x);  end
  for i = 1, -1, 1 do cap() for i = 1, 100, 1 do cap() a = t; t = false;  end; c, b, t = a, a, f; local function h3(p4, q4) p4 = a; local function h5(p6) repeat cap() local zz = true until zz or true;  return b, false end;  return -(nil) end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) if not ('10') then b, a = 1, nil;  elseif (pcall(a, false)) then if '' then t = false; t, t = f, 1;  elseif true then show(pcall(function(...)  end, 'x=1,y=2'));  else c[false] = t;  end; f = false; function obj:m(z) for i = 3, 10, 2 do cap()  end; table.insert(c, a);  return self, z end;  else f = 'hello world'; t, t, b = b, c, c; repeat cap() local zz = nil until zz or true;  end;  end, obj:get(obj.x)))
  show(pcall(function(...) show(nil, f); function obj.n(z, ...) z = true show(z, ...) return z end; repeat cap() local zz = f2(false, nil, 100) until zz or true;  end, t))
  for i = 3, 10, 1 do cap() function obj.n(z, ...) z = b(3, 7) show(z, ...) return z end; function obj:m(z) while cap() and b do local function h1(p2, q2)  return b, false end;  break end; local l3, m3 = false, nil;  return self, z end; for i = 3, 0.5, 2 do cap() repeat cap() local zz = -1 until zz or true; c = b; table.insert(c, a);  end;  end
  function obj:m(z) repeat cap() local zz = (pcall(t, b)) until zz or true; table.insert(c, t.x); repeat cap() local zz = ('Zed'):find('10') until zz or true;  return self, z end
  c, t, c = c, t, a
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = false show(z, ...) return z end
  while cap() and f2(t, nil, (pcall(f, f))) do b, b, f = c, f, b; a, t, t = a, b, t; if b ~= a then t = nil;  elseif true <= 7 then for i = 3, 7, 2 do cap() local function h1(p2)  return false end;  end;  else for k, w in ipairs(t) do cap() show(k, w) c[t], t.x = b, 'hello world'; f = c; f = a;  end; b, c = b, true;  end;  break end
  for k, w in ipairs({-1, 'abc' - f}) do cap() show(k, w) a, c, c = a, b, b;  end
  while cap() and function(p3) p3[nil] = true;  return f2(true, c, p3), (c(nil)) end do local l4, m4 = tonumber(b, 10);  break end
  local function h5(p6, q6, ...) function obj:m(z) b = h5;  return self, z end;  return b end
  show(a, b, c, t, f)
end)
