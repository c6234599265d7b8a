-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["function b table function function ok","2 table table 2=y,1=x 2=y,1=x table function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t, f, a = f, f, f
  function obj.n(z, ...) z = 2 show(z, ...) return z end
  while cap() and 7 do table.insert(c, select('#', f, true)); local function h1(p2, q2) show(pcall(function(...) f = a; if 'a b  c' then  elseif false then  else  end; function obj.n(z, ...) z = 7 show(z, ...) return z end;  end, false));  return nil, 'abc' end;  break end
  for i = 3, -1, 1 do cap() function obj.n(z, ...) z = a show(z, ...) return z end; while cap() and t[a] do if a then while cap() and a do  break end; if '10' then  elseif t then  else  end; function obj:m(z)  return self, z end;  elseif true then table.insert(c, true); for k, w in ipairs(f) do cap() show(k, w)  end;  else a = nil; show(pcall(function(...)  end, t));  end; f = f; local function h3(p4) local function h5(p6)  return '', 7 end; while cap() and true do  break end; local function h7(p8)  return 10, 100 end;  return p4, b end;  break end;  end
  function obj.n(z, ...) z = tostring(nil) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) show((a(f)), f2(true, t, a));  return self, z end
  if nil then show(pcall(function(...) b = b; t = a; local l1, m1 = false;  end, 0.5)); c, f, f = t, f, t; local l2, m2 = function(p3, q3, ...) table.insert(c, t); p3 = (p3(p3));  return false, '' end, b;  elseif function(p4, q4, ...) for i = 3, -1, 1 do cap() for k, w in ipairs(false) do cap() show(k, w)  end; for i = 1, 100, 1 do cap()  end;  end;  return {['a.b'] = -1, x = p4, 'hello world'} end then function obj.n(z, ...) z = obj.y show(z, ...) return z end; function obj.n(z, ...) z = nil show(z, ...) return z end;  else table.insert(c, not (false));  end
  show(#({2, false}), t)
  c, c = ('x=1,y=2'):reverse(), function(p5) for k, w in ipairs(7) do cap() show(k, w) for i = 3, 2, -1 do cap()  end; c = 10;  end; local function h6(p7, q7) local l8, m8 = nil, false; p7 = true;  return 100, p5 end; show(pcall(function(...) p5, p5 = c, false;  end, false));  return b end
  a, b, a = t, c, a
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs(obj.y) do cap() show(k, w) local function h1(p2) while cap() and c do local l3, m3 = p2; h1 = (l3(h1));  break end; if nil then for i = 3, -1, -1 do cap()  end;  elseif '10' then h1, a = nil, f; show(p2, p2);  else local l4, m4 = false; c = f;  end; table.insert(c, true);  return true end;  end
  for k, w in ipairs((a(true < a))) do cap() show(k, w) f = (c(f));  end
  c[function(p5, q5) local function h6(p7, q7) c = (t(c)); p7 = 100;  return a end; if p5 then function obj:m(z)  return self, z end; p5[f], q5.x = true, true;  elseif 'x=1,y=2' then show(pcall(function(...)  end, nil)); for k, w in ipairs(p5) do cap() show(k, w)  end; p5[1], t.x = true, b;  else table.insert(c, false); for k, w in ipairs(true) do cap() show(k, w)  end; p5[false] = 2;  end; h6, b = true, false;  return unpack({f, f}, 2, 3), function(p8, q8, ...) q8 = p5; p8[p5] = q8; for k, w in ipairs(nil) do cap() show(k, w)  end;  return f end end] = function(p9, q9) for i = 3, 100, -1 do cap() f = nil;  end;  return false, select(1, true, b) end
  if {true, t} - (pcall(c, false)) then repeat cap() local zz = tostring('Zed') until zz or true;  elseif t then repeat cap() local zz = (c(t)) until zz or true; b, t = f, {true, f}; c = {'a.b', true};  else repeat cap() local zz = c(10, t) until zz or true; show(pcall(function(...) function obj:m(z) a = (a(a)); for i = 3, 7, -1 do cap()  end;  return self, z end;  end, nil * f));  end
  a = (a(a))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = {f, b} until zz or true
  a[f.x], f.x = -1, {false, b.x}
  show(not ('a.b'), obj:get(true > true))
  for i = 1, 7, 1 do cap() show(pcall(function(...) f[false], a.x = '10', b; show(false, c); local l1, m1 = true;  end, select('#', false, false)));  end
  b = (f(b))
  show(a, b, c, t, f)
end)
