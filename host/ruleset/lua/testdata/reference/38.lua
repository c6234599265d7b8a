-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["a b  c function failed","false ERR 1 b table table function ok","failed","table b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show('a b  c', f)
  table.insert(c, tostring(3))
  a[t[('abc'):byte(1, -1)]], a.x = {['a.b'] = obj:get(f), x = function(p1) a, p1, p1 = a, c, b; f = -1;  return f end, tostring(nil)}, a
  t = nil
  local function h2(p3, q3) show(false or false, 'abc' > false); t[f2(true, a, nil)] = function(p4) if t then  elseif false then  else  end; a[q3], q3.x = b, p4;  return '10' end;  return tostring(true) end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = '10', (pcall(t, f2(false, 3, c)))
  local function h2(p3, q3) for i = 1, 3, -1 do cap() if false then m1 = (p3(m1)); for k, w in ipairs(b) do cap() show(k, w)  end; h2, p3, a = p3, t, l1;  elseif a then t = b;  else f = '10'; m1 = (m1(m1)); function obj:m(z)  return self, z end;  end; p3, f = f, a;  end;  return {[''] = unpack({true, a}, 2, 2), x = {b, nil}, 0.5 .. true}, (pcall(a, h2)) end
  show(pcall(function(...) local function h4(p5, q5, ...) for i = 1, 100, 1 do cap() local l6, m6 = a; repeat cap() local zz = 10 until zz or true; for k, w in ipairs(c) do cap() show(k, w)  end;  end; f, q5 = true, true; l1 = true;  return h2, false end; for k, w in ipairs(tonumber(true, 10)) do cap() show(k, w) repeat cap() local zz = h2 until zz or true;  end;  end, obj:get((pcall(b, 'Zed')))))
  local function h7(p8, q8) function obj.n(z, ...) z = 10 < nil show(z, ...) return z end; f[tonumber(q8)], m1.x = obj:get(h2), function(p9, q9, ...) m1 = true; local l10, m10 = nil; table.insert(c, 0.5);  return 10, '10' end;  return p8, unpack({(2), function(p11, ...) table.insert(c, p11); while cap() and p8 do  break end; p11[true], b.x = 'a.b', 'a.b';  return false, l1 end}, 1, 1) end
  table.insert(c, t.x)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 3, -1, 2 do cap() b = obj.x;  end
  c, c, a = f, f, a
  c = (c(c))
  t = (b(t))
  if a then for k, w in ipairs(b) do cap() show(k, w) f = '';  end; if tonumber(-1, 16) then show(pcall(function(...) repeat cap() local zz = nil until zz or true; table.insert(c, a); f = nil;  end, 'hello world')); c, t = f, a;  elseif {['a b  c'] = true, x = 'abc', b} then if '10' then c = (a(c));  elseif nil then for k, w in ipairs('x=1,y=2') do cap() show(k, w)  end;  else show(3, 1);  end; local function h1(p2, q2) local function h3(p4, q4)  return p2 end; h3, c, t = h1, h3, h1; local function h5(p6, ...)  return nil end;  return true end; repeat cap() local zz = true until zz or true;  else f, t = false, nil; local l7, m7 = a, true;  end;  elseif table.concat({{a, false}, obj:get(c)}, 'a.b') then b = t; if (t) then b = t; t, f, t = f, b, c;  elseif 7 then while cap() and a do a = (b(a)); c = (c(c)); f = false;  break end;  else f = (b(f)); t[nil] = 3;  end;  else while cap() and math.fmod(a, a) do show('', f);  break end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = f
  a = (t)
  local function h1(p2) show(pcall(function(...) h1 = (h1(h1)); function obj.n(z, ...) z = false show(z, ...) return z end;  end, f));  return obj:get(b), p2 end
  local function h3(p4, q4) for k, w in ipairs(f) do cap() show(k, w) for i = 1, 3, 1 do cap() show(pcall(function(...)  end, p4)); table.insert(c, a); show(pcall(function(...)  end, -1));  end;  end; b[not (f)], a.x = (b(c)), select(2, a, p4);  return q4 end
  c[(pcall(b, {100, false}))] = c[t[false]]
  show(a, b, c, t, f)
end)
