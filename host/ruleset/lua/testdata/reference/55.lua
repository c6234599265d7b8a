-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b table table function ok","failed","true 1 bc table table x=1,y=2 ok","1 b false table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = obj:get(unpack({c, 'abc'}, 2, 3)) show(z, ...) return z end
  for i = 3, -1, 1 do cap() t = math.abs(c, 'x=1,y=2');  end
  function obj:m(z) table.insert(c, function(p1, q1) b, f = f, b; c, p1 = q1, true;  return nil, q1 end); table.insert(c, (b(true))); repeat cap() local zz = nil until zz or true;  return self, z end
  local function h2(p3, q3, ...) function obj:m(z) p3, p3, b = q3, p3, b;  return self, z end;  return nil end
  local function h5(p6) t = -(b); for k, w in ipairs(obj:get(0.5)) do cap() show(k, w) local l7, m7 = false; show(pcall(function(...) m7[true] = false;  end, 'Zed')); p6, m7, c = c, p6, h2;  end;  return b end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = select(-1, (a(a)), select(1, '10', t))
  if function(p1, q1) t = (q1(t));  return b.x, p1[false] end then b['10' + 1] = function(p2, q2) f, p2 = true, a; f = (a(f));  return 1 end; repeat cap() local zz = 10 ~= a until zz or true;  elseif c then if obj:get(10) then function obj.n(z, ...) z = b show(z, ...) return z end; local function h3(p4, q4) f, a, p4 = f, h3, p4; b, h3 = nil, nil; table.insert(c, true);  return c, false end; local function h5(p6, q6, ...) b = nil; local l7, m7 = true; for k, w in ipairs(10) do cap() show(k, w)  end;  return h3, '10' end;  elseif unpack({f, a}, 1, 2) then a = true; function obj:m(z) table.insert(c, 'a.b'); a[b], c.x = 'abc', true; for i = 1, 7, 2 do cap()  end;  return self, z end; c, a = 'Zed', t;  else table.insert(c, 'abc');  end; f = (f(f)); for k, w in ipairs(nil or nil) do cap() show(k, w) a[t], a.x = false, 2;  end;  else function obj.n(z, ...) z = true show(z, ...) return z end; for k, w in ipairs(table.concat({1, f}, 'a b  c')) do cap() show(k, w) f = b; t, t, c = a, a, b;  end; t = {f, 100};  end
  function obj.n(z, ...) z = math.max(tostring(nil), function(p8, q8) q8 = a;  return 7, -1 end) show(z, ...) return z end
  while cap() and obj.x do function obj.n(z, ...) z = math.max(nil, nil) show(z, ...) return z end;  break end
  t, t = t, b
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) a, f, a = b, a, b;  return self, z end
  function obj.n(z, ...) z = obj:get({t, false}) show(z, ...) return z end
  f, b = tonumber(select(-1, 0.5, nil), 10), (('abc'):sub(-2, -1))
  local function h1(p2, q2, ...) p2 = true; b = true; c[q2] = {['hello world'] = 'x=1,y=2', x = -1, 'a.b'};  return #(tonumber(b, 10)) end
  show(pcall(function(...) table.insert(c, 'abc'); f = 'x=1,y=2';  end, ('10'):rep(2)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = {{nil, b}, unpack({3, true}, 2, 3)} show(z, ...) return z end
  while cap() and nil do b = (c(b)); repeat cap() local zz = f2('x=1,y=2', a, b) until zz or true;  break end
  c = not ({['x=1,y=2'] = true, x = f, 7})
  repeat cap() local zz = tostring('a b  c') and 1 until zz or true
  function obj:m(z) if a then while cap() and nil do b = nil;  break end; local l1, m1 = f, a;  elseif 'x=1,y=2' then if true then b['abc'] = false;  elseif false then if t then  elseif '10' then  else  end;  else a = a; f = nil;  end;  else repeat cap() local zz = nil until zz or true;  end; a = a(true, c); local function h2(p3, q3) function obj:m(z) q3[t], c.x = nil, b;  return self, z end; b[false] = 'a b  c';  return #(true) end;  return self, z end
  show(a, b, c, t, f)
end)
