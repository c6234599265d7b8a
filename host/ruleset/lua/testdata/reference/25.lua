-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b table function true ok","failed","failed","1 3 table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 3, 10, 2 do cap() local l1, m1 = tostring(nil), {['abc'] = nil, x = t, a};  end
  t = f
  if true then function obj.n(z, ...) z = b show(z, ...) return z end; function obj:m(z) show(false, false); c = false; b, c, b = f, a, c;  return self, z end;  elseif -(obj:get(b)) then f[obj.x] = t <= -1; function obj.n(z, ...) z = a show(z, ...) return z end; repeat cap() local zz = tostring('x=1,y=2') until zz or true;  else for k, w in ipairs(b[7]) do cap() show(k, w) t[true] = 'hello world'; if 'hello world' then table.insert(c, -1);  elseif nil then local l2, m2 = t, 0.5; if 100 then  elseif 10 then  else  end;  else function obj:m(z)  return self, z end; local l3, m3 = '', nil; for i = 1, 3, 1 do cap()  end;  end;  end; while cap() and tonumber(true, 16) do function obj.n(z, ...) z = '' show(z, ...) return z end; function obj:m(z) t[-1] = c; while cap() and false do  break end; t = (f(t));  return self, z end; local l4, m4 = c;  break end; t = (b(t));  end
  t, t, f = f, c, f
  f = true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2, ...) q2, c, c = b, t, b; h1, f, h1 = p2, t, q2;  return t.x, obj:get((true)) end
  h1[math.min(c[-1], h1)], a.x = false, 'a.b'
  for i = 1, 7, 2 do cap() local l3, m3 = 3 - '10', c[a]; t[false <= 'a b  c'] = l3 + m3; while cap() and unpack({'abc', 10}, 2, 1) do if false then for k, w in ipairs('a b  c') do cap() show(k, w)  end; l3 = l3; local function h4(p5, ...)  return false, nil end;  elseif nil then local function h6(p7)  return p7, 'a b  c' end; m3 = 1;  else for i = 3, 3, -1 do cap()  end; h1 = 'a.b';  end; m3 = 10; local function h8(p9, q9, ...) show(pcall(function(...)  end, 'Zed')); for i = 1, 1, 1 do cap()  end;  return b end;  break end;  end
  local function h10(p11) show(p11(a, 'a b  c'), false > nil);  return ({['10'] = true, x = 7, a}) end
  h1[select(-1, 'a.b', math.max(true, nil))] = ''
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[{obj:get(c), a.x}] = (pcall(t, 'Zed'))
  a[table.concat({table.concat({nil, t}, 'x=1,y=2'), t}, '')] = function(p1, q1) for k, w in ipairs(2) do cap() show(k, w) if c then  elseif p1 then  else  end; local l2, m2 = false; for k, w in ipairs(nil) do cap() show(k, w)  end;  end; show(pcall(function(...) if c then  elseif c then  else  end; a = (p1(a));  end, true));  return true end
  local l3, m3 = obj.x, false
  if tostring('abc') then table.insert(c, tonumber(nil, 10)); show(pcall(function(...) c[a], m3.x = 'x=1,y=2', false; a[false] = false; a = b;  end, false));  elseif a then function obj:m(z) m3[b] = 'a b  c'; c, l3, t = c, a, c;  return self, z end;  else function obj.n(z, ...) z = c(t, true) show(z, ...) return z end; b[l3(b, nil)], a.x = 10, f2(false, true, true);  end
  a = b
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, nil)
  b = obj.get
  function obj.n(z, ...) z = a.x show(z, ...) return z end
  b = ('Zed'):len()
  table.insert(c, t)
  show(a, b, c, t, f)
end)
