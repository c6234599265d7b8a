-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","nil nil table 1 b table a b  c function ok","1 false false ERR 0.5 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[t], c.x = obj.x, (pcall(c, tostring(nil)))
  local function h1(p2, q2) local l3, m3 = (pcall(t, 3));  return false, true end
  t = (t(t))
  if a then for k, w in ipairs(h1) do cap() show(k, w) table.insert(c, ''); c = true;  end; function obj.n(z, ...) z = function(p4, ...) function obj.n(z, ...) z = 'a.b' show(z, ...) return z end; function obj:m(z)  return self, z end;  return true, nil end show(z, ...) return z end;  elseif f2(table.concat({f, 'Zed'}, 'hello world'), b.x, (c)) then table.insert(c, ('Zed'):sub(3)); local l5, m5 = not ('abc'), f or c; show(pcall(function(...) b = true;  end, true));  else show(f2(true, b, 2), true); c[obj.x] = nil;  end
  if {['a b  c'] = t > 1, x = (c(h1)), 'x=1,y=2'} then function obj:m(z) function obj:m(z) local l6, m6 = true; c = nil;  return self, z end; if c then repeat cap() local zz = nil until zz or true;  elseif true then local function h7(p8, q8)  return q8, 0.5 end; t = (h7(t)); local function h9(p10)  return 7 end;  else repeat cap() local zz = false until zz or true; h1['10'] = h1; for k, w in ipairs(false) do cap() show(k, w)  end;  end; local l11, m11 = false, t;  return self, z end; table.insert(c, {nil, 2}); for k, w in ipairs({false, true}) do cap() show(k, w) table.insert(c, nil);  end;  elseif h1 then show(select(2, b, h1), f[0.5]); f = b.x;  else b = (h1(b)); local l12, m12 = a(false, 100); c[b.x] = b;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(b[a], obj:get(select(1, t, true)))
  while cap() and nil do if table.concat({nil, nil}, 'a.b') then if 0.5 then if c then  elseif c then  else  end; c = a;  elseif b then f, c, c = b, a, c;  else for k, w in ipairs(false) do cap() show(k, w)  end; if a then  elseif a then  else  end; t = false;  end; c = c;  elseif math.max(true, nil) then f, f, c = c, t, a; c[nil], f.x = a, nil;  else a[true], t.x = true, b; function obj:m(z) while cap() and t do  break end;  return self, z end;  end; repeat cap() local zz = math.abs('hello world', t) until zz or true; a = (pcall(a, -1));  break end
  local l1, m1 = 'a b  c'
  m1 = {f('a.b', false), l1}
  for i = 1, 100, 2 do cap() t = unpack({l1, m1}, 1, 3);  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = 'x=1,y=2' show(z, ...) return z end
  show(a, (pcall(t, t)))
  a = 0.5
  show(pcall(function(...) c[(c(nil))] = nil; f, b = unpack({t, 10}, 2, 3), (pcall(t, -1));  end, (pcall(f, true or true))))
  function obj.n(z, ...) z = true show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = b show(z, ...) return z end
  f, b = table.concat({'a.b', ('abc'):len()}, 'hello world'), nil
  table.insert(c, true)
  c = (f(c))
  local l1, m1 = not (a[nil])
  show(a, b, c, t, f)
end)
