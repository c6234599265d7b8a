-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true true failed","1 b table 1 false ok","1 b function table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(c, {7, math.abs(false, true)})
  local function h1(p2, q2) show(b, obj.get); show(function(p3) for k, w in ipairs('10') do cap() show(k, w)  end;  return true, 'x=1,y=2' end, ('x=1,y=2'):byte(1, -1)); h1 = 2;  return a.x, t.x end
  h1, t = true, 3
  for k, w in ipairs({[''] = true, x = b, tonumber(7, 10)}) do cap() show(k, w) if a[t] then if true then t = 'abc';  elseif f then h1, f = c, 'a.b'; c[true] = ''; h1 = 'a b  c';  else b, t, f = b, c, t; a = 'a b  c';  end; c, h1, b = t, f, f; show(b, a);  elseif (pcall(f, 100)) then show(pcall(function(...) f[a] = false; show(false, 3); show(pcall(function(...)  end, b));  end, h1));  else b = false;  end;  end
  if c(table.concat({true, 3}, 'hello world'), tonumber(a)) then function obj.n(z, ...) z = tostring(-1) show(z, ...) return z end; for i = 1, 0.5, 1 do cap() a, f, a = b, f, c;  end; b, t, t = h1, f, b;  elseif obj:get(true) then function obj:m(z) repeat cap() local zz = 'hello world' until zz or true;  return self, z end;  else table.insert(c, a); t[false] = function(p4) h1 = (p4(h1)); table.insert(c, true);  return c end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) if nil ~= c then local function h1(p2) table.insert(c, nil); h1[nil], p2.x = 0.5, nil;  return 0.5, false end;  elseif a.x then b, t = 3, 3; c[true] = nil;  else c, b = nil, 3; b, b, f = t, c, t; function obj.n(z, ...) z = false show(z, ...) return z end;  end; c = tostring(7);  end, false))
  b, a, t = c, t, b
  show(pcall(function(...) c = {2, true};  end, (f(select(1, true, nil)))))
  if tonumber((nil)) then show(obj.get, 'abc' .. b); f = math.floor(a, b);  elseif c then repeat cap() local zz = 2 until zz or true; if t(false, a) then c = t;  elseif obj:get('a.b') then if f then f, f, f = t, b, f; f = nil;  elseif nil then function obj.n(z, ...) z = f show(z, ...) return z end; c = true;  else show(pcall(function(...)  end, c));  end; b = f;  else for i = 3, 10, -1 do cap() show(pcall(function(...)  end, 'hello world'));  end; local function h3(p4, ...) for k, w in ipairs(nil) do cap() show(k, w)  end;  return c, t end; table.insert(c, c);  end;  else f, c, b = f, f, b; c = (a(c));  end
  local function h5(p6, q6, ...) q6 = (t(2)); show(f2(p6, p6, -1), obj.get); function obj:m(z) function obj:m(z) local l7, m7 = true; f, p6 = true, t;  return self, z end; h5 = nil; local l8, m8 = true;  return self, z end;  return true end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, {(f('Zed')), (pcall(a, 'abc'))})
  repeat cap() local zz = c until zz or true
  f, t = not (a), a
  table.insert(c, tostring('a.b'))
  local l1, m1 = b.x
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) repeat cap() local zz = table.concat({f, true}, 'a b  c') until zz or true; while cap() and f do c[false] = true; f = false; c = (t(c));  break end;  return self, z end
  function obj:m(z) repeat cap() local zz = tostring(true) until zz or true; b, a, f = b, t, a;  return self, z end
  c = f
  function obj.n(z, ...) z = obj:get(a(false, f)) show(z, ...) return z end
  function obj.n(z, ...) z = t show(z, ...) return z end
  show(a, b, c, t, f)
end)
