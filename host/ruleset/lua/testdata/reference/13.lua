-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["table table false table table ok","failed","failed","table table false table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 3, 2, -1 do cap() for i = 1, 0.5, -1 do cap() a = false; b, f = t, 'Zed'; f = b;  end; f = false;  end
  for i = 1, -1, 1 do cap() b, f, a = b, f, c;  end
  table.insert(c, f)
  repeat cap() local zz = obj:get({['x=1,y=2'] = 10, x = 3, nil}) until zz or true
  a, c, f = c, f, c
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if true then for i = 3, 2, -1 do cap() f, f = t, nil; c = true;  end; c = (t(c)); show(pcall(function(...) for i = 1, 100, 2 do cap() function obj:m(z)  return self, z end; f[7], a.x = 2, f;  end;  end, f.x));  elseif {[''] = math.max(7, t), x = a ~= c, true} then table.insert(c, 2); local l1, m1 = false, a;  else for i = 1, 2, 2 do cap() c = b; repeat cap() local zz = false until zz or true; local l2, m2 = false, -1;  end; show({['x=1,y=2'] = 'hello world', x = b, a}, c(100, 'hello world')); b = (t(b));  end
  if false then repeat cap() local zz = c(c, c) until zz or true; function obj:m(z) while cap() and -1 do a = t; function obj:m(z)  return self, z end; b = 'abc';  break end; table.insert(c, nil);  return self, z end; function obj.n(z, ...) z = f2(t, 1, false) show(z, ...) return z end;  elseif table.concat({(pcall(c, false)), obj.get}, 'a b  c') then local l3, m3 = obj:get(t); for i = 3, -1, 1 do cap() show(pcall(function(...) l3 = true; l3, l3, b = t, l3, a;  end, true));  end; show((l3(nil)), (b(true)));  else t = (t(f));  end
  local function h4(p5, ...) a = table.concat({'10', p5}, 'x=1,y=2'); p5, c, a = p5, a, a;  return 'Zed' end
  repeat cap() local zz = h4 < tonumber(false, 16) until zz or true
  local function h6(p7) show(3, tonumber(t, 10)); for k, w in ipairs(b) do cap() show(k, w) while cap() and 'a.b' do p7 = nil;  break end;  end;  return f .. function(p8, q8) for i = 1, 1, 1 do cap()  end; if true then  elseif true then  else  end;  return c end end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[-(function(p1, q1) c, p1 = false, true; q1 = (p1(q1));  return 0.5 end)] = tostring('x=1,y=2')
  t = (a(t))
  show(pcall(function(...) function obj.n(z, ...) z = unpack({t, f}, 2, 1) show(z, ...) return z end; for k, w in ipairs(7 ~= nil) do cap() show(k, w) local function h2(p3) function obj.n(z, ...) z = h2 show(z, ...) return z end; p3 = nil; show(nil, 3);  return h2 end; show(pcall(function(...) repeat cap() local zz = c until zz or true; h2[b], f.x = 'a.b', 'a b  c';  end, 'a.b')); h2 = t;  end; show(unpack({f, b}, 2, 2), false);  end, (a(nil, 'hello world'))))
  function obj:m(z) f = select(-1, '10', 3); c, f = obj:get(100), tostring(7); f = (t(f));  return self, z end
  function obj.n(z, ...) z = false show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c, b = false, t
  local function h1(p2, q2, ...) local function h3(p4, q4) p4 = false;  return t.x end;  return tonumber(true, 16) end
  t, a, a = b, b, t
  function obj:m(z) for i = 3, 10, 2 do cap() c, f, c = b, c, a;  end;  return self, z end
  h1 = a
  show(a, b, c, t, f)
end)
