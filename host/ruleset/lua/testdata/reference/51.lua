-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true true table nil table nil nil ok","failed","1 0 1 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = (f(a))
  f, f = {unpack({t, nil}, 2, 3), tostring(nil)}, f2(f, {c, a}, false)
  while cap() and a do c[unpack({true, false}, 2, 1)], c.x = function(p1, q1) local function h2(p3, q3)  return p1 end;  return 'a b  c', true end, obj.y;  break end
  f = c[nil]
  show(pcall(function(...) b = (...); b = 3; show(pcall(function(...) local l4, m4 = t; t = m4; b, l4, a = f, a, c;  end, {'10', true}));  end, f2(a, function(p5) for k, w in ipairs(false) do cap() show(k, w)  end; show(pcall(function(...)  end, 1)); t = (c(t));  return true, t end, false)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[t] = false == b.x
  t = (a(t))
  show(pcall(function(...) local function h1(p2, q2, ...) h1[false], p2.x = '10', true; show(a, p2); while cap() and 'hello world' do p2[a] = nil;  break end;  return unpack({true, false}, 1, 2), (false) end; t, c = {['x=1,y=2'] = false, x = true, 0.5}, obj:get(f); f[not (3)] = (c(false));  end, ((pcall(a, nil)))))
  while cap() and 1 do if true then local l3, m3 = a, false;  elseif a.x then c = b; t = (a(t));  else repeat cap() local zz = false until zz or true; if '10' then b, b, c = c, b, a; function obj.n(z, ...) z = f show(z, ...) return z end;  elseif b then for k, w in ipairs('a b  c') do cap() show(k, w)  end; local function h4(p5)  return b end; table.insert(c, t);  else f = (t(f)); c = 0.5;  end;  end; for k, w in ipairs(obj.y) do cap() show(k, w) for i = 1, 7, 1 do cap() local l6, m6 = 'abc';  end; for i = 1, 0.5, 1 do cap() if nil then  elseif 'abc' then  else  end;  end;  end;  break end
  t[t >= tonumber(false, 16)], c.x = true, {b, f(nil, f)}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(1, select(2, '', #('')))
  for i = 3, -1, 1 do cap() local l1, m1 = (false), false; local function h2(p3, q3, ...) repeat cap() local zz = '' until zz or true;  return table.concat({b, nil}, 'x=1,y=2'), f2(a, h2, h2) end; function obj:m(z) if false then for k, w in ipairs(2) do cap() show(k, w)  end;  elseif true then c = nil; local function h4(p5)  return false, '' end; while cap() and nil do  break end;  else f = f; f = nil; function obj:m(z)  return self, z end;  end; repeat cap() local zz = nil until zz or true; show(pcall(function(...) b = 'abc'; show(true, m1);  end, true));  return self, z end;  end
  t['hello world'] = unpack({tostring(nil), a}, 1, 3)
  t = c
  repeat cap() local zz = tostring('') until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = function(p1, q1, ...) function obj:m(z) show(pcall(function(...)  end, p1)); while cap() and f do  break end;  return self, z end;  return function(p2, q2, ...) function obj.n(z, ...) z = b show(z, ...) return z end; p1[nil] = true;  return 'abc' end end show(z, ...) return z end
  f = nil
  for k, w in ipairs(math.floor(obj.x, {['abc'] = 2, x = true, f})) do cap() show(k, w) show(pcall(function(...) for i = 1, 100, -1 do cap() a = b; a = 3; while cap() and 1 do  break end;  end;  end, ('x=1,y=2'):len())); c = f2(c, true, b);  end
  for i = 3, 3, 1 do cap() repeat cap() local zz = (f) until zz or true;  end
  function obj:m(z) for k, w in ipairs(obj.get) do cap() show(k, w) t = 'x=1,y=2';  end; for i = 1, -1, 1 do cap() b['Zed'] = 2; show(pcall(function(...) t = t; table.insert(c, '10');  end, 'x=1,y=2')); for i = 1, 1, 1 do cap() a, f, f = f, c, t; f = a; table.insert(c, -1);  end;  end; f[unpack({false, true}, 2, 1)] = obj:get(false);  return self, z end
  show(a, b, c, t, f)
end)
