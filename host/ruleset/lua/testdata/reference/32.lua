-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","nil 2 1 table nil table function ok","failed","table b table table table ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[-1], b.x = math.floor(math.abs(nil, false), (c('x=1,y=2'))), math.abs(true, nil)
  c = math.fmod(#(t), c)
  while cap() and tonumber(obj:get('a b  c')) do function obj:m(z) c[7] = a; function obj:m(z) c['abc'], b.x = a, nil; f, t = nil, f;  return self, z end; b = t;  return self, z end; for i = 1, 0.5, -1 do cap() if 100 then c[true], f.x = '', nil; b[f] = false;  elseif f then a = (c(a)); c = (t(c)); local l1, m1 = false, false;  else show(pcall(function(...)  end, a));  end;  end;  break end
  c = (a(c))
  repeat cap() local zz = true until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t[f2(function(p1, q1) table.insert(c, p1);  return q1 end, -(a), tonumber(a, 16))] = ('a.b'):byte(1, -1)
  if nil then c[obj.get] = obj:get(''); f = math.floor(true, nil);  elseif (tonumber(false, 10)) then function obj:m(z) local function h2(p3, q3) t, f = true, true;  return nil, 'a b  c' end; f, a, f = a, b, a; b[true], f.x = b, 'x=1,y=2';  return self, z end; repeat cap() local zz = false until zz or true; show(true, tonumber(nil, 10));  else show(nil and 3, 2); c, b = (nil), {nil, a};  end
  local function h4(p5, ...) t = (7); c[unpack({true, b}, 1, 3)], a.x = p5(false, b), obj.x; p5 = obj:get(true);  return tonumber(nil + true, 10), select('#', ...) end
  local function h6(p7, q7) p7 = function(p8, q8) for k, w in ipairs(nil) do cap() show(k, w)  end; q8, t, a = p8, b, h4;  return h6 end; for i = 1, 1, -1 do cap() repeat cap() local zz = 'a.b' until zz or true; for i = 1, 10, -1 do cap() show(pcall(function(...)  end, true)); p7[true] = 3;  end;  end; for i = 1, 7, 2 do cap() function obj.n(z, ...) z = c show(z, ...) return z end; for k, w in ipairs(false) do cap() show(k, w) q7 = (f(q7)); repeat cap() local zz = c until zz or true;  end; h4, b = t, true;  end;  return tostring(nil), ('a.b'):rep(2) end
  function obj.n(z, ...) z = unpack({(nil), f2(a, f, 2)}, 1, 2) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t, a = f, unpack({false, select(-1, false, true)}, 2, 3)
  a[select(1, (pcall(c, nil)), {['hello world'] = a, x = false, b})], f.x = math.fmod((b), obj:get(f)), false
  local function h1(p2, q2, ...) show(p2, 2 ~= 'a.b'); f = unpack({false, 'abc'}, 1, 3);  return f2({b, false}, f, nil) end
  c = tonumber(f2(a, false, b))
  function obj.n(z, ...) z = tonumber(b(false, b), 10) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) show(pcall(function(...) show('a b  c', nil); show(false, false); local l1, m1 = nil;  end, (f))); local function h2(p3) for i = 1, 1, -1 do cap() for i = 1, 0.5, -1 do cap()  end; show(pcall(function(...)  end, 3));  end; f = (a(f)); if false then h2 = 'abc'; local l4, m4 = 100;  elseif t then for i = 3, 100, 2 do cap()  end; function obj.n(z, ...) z = 7 show(z, ...) return z end;  else show(pcall(function(...)  end, h2)); b[true] = 100; function obj.n(z, ...) z = p3 show(z, ...) return z end;  end;  return false, (b) end; local l5, m5 = obj:get(nil);  return self, z end
  a, a, a = t, c, c
  f = {tostring(10), obj:get(c)}
  f = c
  function obj.n(z, ...) z = (a - f) show(z, ...) return z end
  show(a, b, c, t, f)
end)
