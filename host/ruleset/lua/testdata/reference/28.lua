-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 1 function table function ok","false ERR 1 table table function b ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = t
  for i = 1, 7, 1 do cap() local function h2(p3, q3) function obj.n(z, ...) z = true show(z, ...) return z end; for i = 1, 2, 2 do cap() q3 = (p3(q3)); repeat cap() local zz = nil until zz or true;  end;  return f2(true, 'abc', h2) end;  end
  function obj.n(z, ...) z = 'a.b' show(z, ...) return z end
  while cap() and t do c = obj.get;  break end
  b, t, l1 = a, l1, f
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f, f, b = b, b, c
  t = (obj.get)
  show(pcall(function(...) t, c, t = t, b, t; for k, w in ipairs('10') do cap() show(k, w) a, a, f = b, f, b; for i = 1, 1, 2 do cap() if false then  elseif true then  else  end; f[f] = 'a.b'; c[nil], f.x = a, true;  end; function obj.n(z, ...) z = t show(z, ...) return z end;  end;  end, obj.get))
  c = c
  function obj.n(z, ...) z = {['hello world'] = not (c), x = true > true, (t(2))} show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = (a(a))
  function obj.n(z, ...) z = (pcall(c, not (c))) show(z, ...) return z end
  if f2(obj:get(nil), obj.get, tonumber(false)) then repeat cap() local zz = t until zz or true; table.insert(c, f);  elseif 'hello world' then show(pcall(function(...) f, c = t, b; show(pcall(function(...) show(true, ''); c = -1;  end, 'Zed')); local l1, m1 = b, 1;  end, obj:get(nil))); c = 100 ~= nil; while cap() and tonumber('a b  c', 16) do for i = 1, 0.5, 1 do cap() while cap() and 0.5 do  break end; for k, w in ipairs(c) do cap() show(k, w)  end; table.insert(c, false);  end; b = 'a.b'; function obj.n(z, ...) z = false show(z, ...) return z end;  break end;  else function obj:m(z) local l2, m2 = true;  return self, z end;  end
  function obj:m(z) table.insert(c, (c(c))); a = {[''] = t, x = false, 7}; if unpack({true, true}, 2, 1) then table.insert(c, b); function obj:m(z) for i = 1, 100, -1 do cap()  end; c = c;  return self, z end;  elseif {-1, b} then while cap() and 'a b  c' do function obj:m(z)  return self, z end; if t then  elseif 'a.b' then  else  end;  break end;  else f, a, a = a, c, f; while cap() and false do if true then  elseif nil then  else  end; function obj.n(z, ...) z = nil show(z, ...) return z end; a = t;  break end; function obj.n(z, ...) z = b show(z, ...) return z end;  end;  return self, z end
  table.insert(c, true)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = table.concat({(nil), -(false)}, 'a.b')
  b[false] = ''
  table.insert(c, obj.y)
  c = unpack({-('a b  c'), math.fmod(100, 'a b  c')}, 1, 3)
  t, t, a = c, f, t
  show(a, b, c, t, f)
end)
