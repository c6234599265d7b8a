-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","failed","1 b table false 3 ok","10 90 101 100 true true 1 function nil function table ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t[f({'abc', false}, unpack({'', nil}, 2, 3))], f.x = {[''] = ('hello world'):gsub('.', {a=1, b='B'}), x = t.x, f2(nil, 2, 'Zed')}, b
  b, c = true, t
  a = tonumber(true)
  for i = 1, -1, -1 do cap() for i = 3, 1, 1 do cap() a, t = nil, 3; t[a] = 'abc'; t[nil], b.x = f, true;  end; if nil then function obj.n(z, ...) z = false show(z, ...) return z end; c = b;  elseif obj.get then for k, w in ipairs(f) do cap() show(k, w) for k, w in ipairs(nil) do cap() show(k, w)  end; for i = 1, 0.5, -1 do cap()  end;  end; table.insert(c, false); show(pcall(function(...) for i = 1, -1, 2 do cap()  end; a[1], c.x = 2, false;  end, 2));  else function obj.n(z, ...) z = true show(z, ...) return z end; t = false; while cap() and 3 do for k, w in ipairs(a) do cap() show(k, w)  end;  break end;  end;  end
  show('hello world', true)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[{{7, true}, c(false, '10')}], f.x = 'x=1,y=2', c((a), select('#', true, a))
  c, c, t = a, b, a
  f = (pcall(b, (b)))
  b = (f and nil)
  a = f
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = 3 until zz or true
  while cap() and {['x=1,y=2'] = 7, x = 'a b  c', {'a b  c', 'abc'}} do t = not (a);  break end
  local l1, m1 = true, a
  f = 3
  m1 = function(p2, q2) local l3, m3 = 'Zed'; table.insert(c, 10);  return q2, function(p4, q4) if 'x=1,y=2' then  elseif false then  else  end;  return 0.5, p4 end end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = c[f2('abc', b, f)] show(z, ...) return z end
  show(pcall(function(...) f, b, f = c, f, t; show(select(-1, true, 10), ('Zed'):byte(1, -1));  end, false))
  t = function(p1, q1) c = (b(c)); if 3 then function obj:m(z)  return self, z end;  elseif true then q1 = nil; t['a b  c'], f.x = nil, false; show('abc', true);  else while cap() and true do  break end;  end;  return unpack({p1, nil}, 1, 3), f.x end
  show(pcall(function(...) while cap() and (...) do function obj.n(z, ...) z = 3 show(z, ...) return z end;  break end;  end, (pcall(t, 'a b  c' ~= false))))
  function obj:m(z) local l2, m2 = obj.y; a = f2(t, 100, '');  return self, z end
  show(a, b, c, t, f)
end)
