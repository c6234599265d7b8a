-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true true false ERR 1 b function table function ok","false ERR true 7 100 table table function ok","true nil hello world table table true failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a[(t(t))], f.x = f, unpack({true, tonumber(c)}, 1, 1)
  repeat cap() local zz = f2((c(a)), obj.x, obj.y) until zz or true
  for i = 3, 3, -1 do cap() a, b = 10 == t, obj:get(nil); show(false, (b(a)));  end
  show(t, nil)
  a, a, a = a, a, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) for i = 3, 10, -1 do cap() function obj.n(z, ...) z = nil show(z, ...) return z end; for i = 3, -1, 1 do cap() if 'x=1,y=2' then  elseif true then  else  end;  end; show(c, nil);  end; function obj.n(z, ...) z = (pcall(a, 100)) show(z, ...) return z end; show(f, tostring(2));  return self, z end
  c = function(p1, q1) show(pcall(function(...) b[true] = '';  end, true)); function obj.n(z, ...) z = p1 show(z, ...) return z end; show(10, p1);  return obj:get(c), nil end
  function obj.n(z, ...) z = tonumber(t) or tostring('a b  c') show(z, ...) return z end
  show(pcall(function(...) for i = 3, 0.5, -1 do cap() a = a; t[false] = a;  end; function obj.n(z, ...) z = false < 'a.b' show(z, ...) return z end;  end, b))
  show(pcall(function(...) show(pcall(function(...) while cap() and false do show(pcall(function(...)  end, c)); table.insert(c, 'a.b'); for k, w in ipairs(7) do cap() show(k, w)  end;  break end;  end, unpack({false, true}, 1, 3))); a, t = {b, nil}, f[true]; c, a = {[''] = f, x = b, c}, false;  end, b))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) b = (f(b)); local l1, m1 = false and a; show(-(10), (m1));  return self, z end
  show(pcall(function(...) function obj:m(z) b, a = nil, nil; while cap() and t do for i = 1, 7, 1 do cap()  end;  break end;  return self, z end; repeat cap() local zz = (false) until zz or true; show(pcall(function(...) repeat cap() local zz = 'Zed' until zz or true; for k, w in ipairs(0.5) do cap() show(k, w) t = b; t = false;  end; c, b = false, 'abc';  end, not (true)));  end, true))
  a = tonumber((pcall(b, c)), 10)
  b = 100
  a = 7
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) a, c, b = t, b, t; a, b, c = t, a, a;  end, tonumber(function(p1) function obj:m(z)  return self, z end; c, b = nil, nil;  return f, p1 end, 10)))
  local function h2(p3) p3, c = false, 'abc'; c = (false); while cap() and true do while cap() and 100 do b = t;  break end;  break end;  return unpack({a(false, a), unpack({h2, nil}, 1, 3)}, 1, 3), t end
  while cap() and #('10') do show(pcall(function(...) show(nil, 'hello world'); show(c, b); c = f;  end, unpack({true, f}, 2, 3))); for i = 1, 10, -1 do cap() t['10'] = t; h2 = 10;  end;  break end
  local function h4(p5, q5) function obj:m(z) function obj:m(z) b['a b  c'] = b;  return self, z end; p5 = p5;  return self, z end; show(a[0.5], t.x);  return true, b end
  show(nil, function(p6, q6) p6 = p6; local function h7(p8, q8)  return t, true end;  return 2, p6 end .. ('Zed'))
  show(a, b, c, t, f)
end)
