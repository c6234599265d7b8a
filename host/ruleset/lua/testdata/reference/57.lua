-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["nil function nil failed","false ERR true 1 b table table b ok","table table false table nil ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) function obj:m(z) repeat cap() local zz = 10 until zz or true; if nil then t, a, c = b, f, t; repeat cap() local zz = c until zz or true;  elseif nil then f = 'Zed'; for i = 3, 10, 2 do cap()  end; t = t;  else t[b], t.x = c, true; f = c;  end;  return self, z end;  return self, z end
  c, c = function(p1, q1) show(b, 'x=1,y=2'); q1 = nil;  return table.concat({'a b  c', false}, 'a b  c') end, {'Zed', 'Zed'}
  show(tonumber(function(p2, ...) f = (p2(f)); b, p2 = true, 'Zed'; t = 'a.b';  return b, 'a.b' end), unpack({{['hello world'] = a, x = 'hello world', false}, obj.get}, 2, 3))
  b = f[f2(f, 3, nil)]
  b, c = t, tostring(true)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = nil
  show(pcall(function(...) show(pcall(function(...) if nil then local function h5(p6)  return nil, false end; c['x=1,y=2'], c.x = nil, 0.5;  elseif l1 then if 1 then  elseif nil then  else  end; f = 'hello world'; f[a] = 100;  else c = (t(c)); a = (l1(a)); local l7, m7 = c;  end;  end, f2(...)));  end, a))
  f = b
  local function h8(p9, q9) p9[f2(true, true, false)], p9.x = select(-1, nil, q9), obj:get(nil);  return m1, obj.x end
  local function h10(p11, q11) local l12, m12 = f2('hello world', b, nil), 'a.b'; q11 = nil > 'a.b';  return c.x end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a, b, f = t, c, a
  function obj:m(z) local function h1(p2, q2) h1, p2, b = c, p2, c;  return tostring('a b  c') end; for i = 1, 0.5, -1 do cap() h1 = (c(h1)); show(a, false); c[7] = false;  end;  return self, z end
  f = tostring(nil)
  c = false
  function obj.n(z, ...) z = false show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[f2(obj:get(''), (c(true)), false)] = table.concat({('x=1,y=2'):sub(1), not (nil)}, '10')
  b, a = function(p1, q1) c, c, q1 = t, c, a; function obj.n(z, ...) z = false show(z, ...) return z end; local l2, m2 = false, true;  return not (nil), tostring(nil) end, true
  a = b
  show(pcall(function(...) a, t, a = a, t, c;  end, {t, ('10'):rep(2)}))
  if tostring(nil) then function obj:m(z) t, t = false, c;  return self, z end; c[a] = false;  elseif 1 then f = (c('10'));  else function obj.n(z, ...) z = -(f) show(z, ...) return z end;  end
  show(a, b, c, t, f)
end)
