-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b function function 1 ok","failed","false ERR true 2 2 2 2 table ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[true] = ({nil, true})
  c, f, t = f, a, a
  for i = 1, 7, -1 do cap() while cap() and nil do t = false;  break end;  end
  function obj:m(z) function obj:m(z) function obj.n(z, ...) z = false show(z, ...) return z end; repeat cap() local zz = c until zz or true;  return self, z end; for i = 3, 2, 1 do cap() show(pcall(function(...) repeat cap() local zz = b until zz or true; t = t;  end, false));  end;  return self, z end
  t, f = function(p1, q1) function obj.n(z, ...) z = '' show(z, ...) return z end; q1 = nil; local function h2(p3, q3) function obj:m(z)  return self, z end;  return p3, nil end;  return obj:get(p1), nil end, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, (a))
  for i = 1, 7, 2 do cap() f = (t(f)); table.insert(c, '10');  end
  t = (c(t))
  show(pcall(function(...) t, b, a = c, a, t; function obj:m(z) a, f, f = t, b, f;  return self, z end; table.insert(c, (b(a)));  end, f < math.floor(nil, b)))
  f = (c(f))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) repeat cap() local zz = (pcall(t, nil)) until zz or true; show(pcall(function(...) f, a = nil, 2; if f then f = 7; local l1, m1 = false, 'x=1,y=2';  elseif false then repeat cap() local zz = '' until zz or true; function obj:m(z)  return self, z end;  else t = false; function obj.n(z, ...) z = 3 show(z, ...) return z end; table.insert(c, b);  end; for k, w in ipairs('') do cap() show(k, w) for i = 3, -1, 2 do cap()  end; local function h2(p3, q3)  return true, false end; local l4, m4 = b, 7;  end;  end, select(-1, true, c))); c, c, a = t, a, a;  end, {['a b  c'] = 100, x = select(-1, nil, a), function(p5, q5, ...) if 'a.b' then  elseif c then  else  end; show(pcall(function(...)  end, p5));  return 'hello world', p5 end}))
  for i = 1, -1, 1 do cap() f, t, a = c, b, f;  end
  f, c, b = f, a, a
  f, f = {f2(t, 0.5, false), b}, function(p6, ...) c = 100; function obj:m(z) c[f], b.x = a, c;  return self, z end;  return false end
  t = (f2(c, f, false))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = b.x
  function obj.n(z, ...) z = {tonumber(-1), '' or false} show(z, ...) return z end
  b, f, c = b, c, f
  function obj.n(z, ...) z = nil show(z, ...) return z end
  c[nil] = false
  show(a, b, c, t, f)
end)
