-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","2 0.5 1 b table function b ok","1 b nil table nil ok","false ERR false 6 1 b table table nil ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs(nil) do cap() show(k, w) while cap() and (pcall(a, false)) do f = true;  break end; function obj.n(z, ...) z = a == t show(z, ...) return z end;  end
  f = c
  a = table.concat({true, unpack({7, true}, 2, 1)}, 'x=1,y=2')
  a = a.x
  repeat cap() local zz = ('10'):find('b', 1, true) until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and nil do for i = 3, 100, -1 do cap() for i = 3, 10, -1 do cap() local l1, m1 = 1, nil; show(pcall(function(...)  end, 'x=1,y=2')); f = m1;  end; repeat cap() local zz = nil until zz or true;  end;  break end
  local l2, m2 = true
  show(tonumber(2), tonumber(0.5, 10))
  c[obj.get] = tostring(nil)
  f, t, f = b, f, t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = nil
  repeat cap() local zz = nil until zz or true
  local l2, m2 = nil
  l2 = false
  c, f = f2(nil, tostring(true), '10'), m1
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) if (pcall(b, a)) then table.insert(c, nil); local function h1(p2, q2, ...) f = false;  return 'a b  c', c end; for k, w in ipairs(false) do cap() show(k, w) if b then  elseif t then  else  end; function obj:m(z)  return self, z end;  end;  elseif #('hello world') then for i = 3, 10, 2 do cap() f = (a(f));  end;  else local l3, m3 = a;  end; repeat cap() local zz = false + nil until zz or true; f, f, a = c, t, b;  end, obj:get(('hello world'):upper())))
  function obj.n(z, ...) z = tonumber(obj:get(true), 10) show(z, ...) return z end
  f = nil
  show(false, obj.y)
  if f then function obj.n(z, ...) z = 3 show(z, ...) return z end; f, f = obj.y, 'Zed';  elseif (pcall(c, ('10'):gsub('.', {a=1, b='B'}))) then a = (a(a)); for i = 1, 100, -1 do cap() b, c, f = a, a, c; c = true; show(nil, false);  end;  else repeat cap() local zz = select(1, 0.5, 7) until zz or true;  end
  show(a, b, c, t, f)
end)
