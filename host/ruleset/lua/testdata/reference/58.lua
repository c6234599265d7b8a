-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 b table table function ok","failed","false 1 1 false b ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if nil then function obj.n(z, ...) z = obj.get show(z, ...) return z end;  elseif '' then f = false; t[(c(nil))], t.x = 'a.b' >= c, b; for k, w in ipairs(t('10', 'hello world')) do cap() show(k, w) f[f] = false; local l1, m1 = f;  end;  else if 'a.b' then c[c], t.x = 10, c;  elseif t then b = (a(b)); a = nil;  else local function h2(p3, q3) local l4, m4 = false; if p3 then  elseif f then  else  end;  return b, h2 end; table.insert(c, false);  end;  end
  f = f
  if (''):sub(-2, -1) then for i = 3, 100, 1 do cap() f[b] = 'hello world'; local l5, m5 = f; b = b;  end;  elseif a - t >= f then local function h6(p7, q7) function obj:m(z) for k, w in ipairs(p7) do cap() show(k, w)  end;  return self, z end; if nil then table.insert(c, 1); q7, p7 = 'a.b', q7; h6, q7 = b, b;  elseif t then show(2, false);  else show(false, h6); for i = 3, 7, 1 do cap()  end;  end; local l8, m8 = nil;  return (-1), -(b) end; c[math.abs(nil, t)], t.x = 'a.b', (nil); if true + h6 then t, f = b, 10; table.insert(c, 'abc');  elseif math.min(f, nil) then local l9, m9 = c, 2; while cap() and m9 do show('', m9);  break end; local function h10(p11, q11) for k, w in ipairs('10') do cap() show(k, w)  end; p11[nil], t.x = nil, '';  return p11 end;  else a = 'x=1,y=2'; h6[true] = false; show(pcall(function(...) show(7, 1); local l12, m12 = nil, -1; if f then  elseif f then  else  end;  end, true));  end;  else table.insert(c, c); for i = 1, 2, 2 do cap() repeat cap() local zz = true until zz or true;  end;  end
  c = table.concat({(a(true)), obj:get(nil)}, 'hello world')
  if (pcall(f, obj.get)) then show(nil, f2(nil, false, false));  elseif -1 then function obj:m(z) f = -1; show(pcall(function(...) if a then  elseif nil then  else  end; local function h13(p14, q14)  return true end;  end, c));  return self, z end; repeat cap() local zz = nil until zz or true; for k, w in ipairs(a .. false) do cap() show(k, w) f, c, t = f, t, f; t = b; show(pcall(function(...) show(pcall(function(...)  end, c)); function obj:m(z)  return self, z end; show(pcall(function(...)  end, c));  end, f));  end;  else while cap() and 'a.b' do if nil then local l15, m15 = true; f[m15] = l15; table.insert(c, false);  elseif b then t[true] = false; c = true;  else repeat cap() local zz = true until zz or true; local function h16(p17, q17)  return true end;  end;  break end; b, b = c, 'a.b'; local function h18(p19, q19, ...) local function h20(p21, q21) if 10 then  elseif p19 then  else  end; function obj:m(z)  return self, z end; if 'abc' then  elseif 'abc' then  else  end;  return 0.5, 'Zed' end;  return a(p19, nil) end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) function obj:m(z) a, b = f, c;  return self, z end;  return self, z end
  local l1, m1 = #('a.b'), obj:get(t)
  function obj:m(z) f, l1, b = t, l1, l1; f[{[''] = f, x = nil, a}], f.x = select('#', t, '10'), 2; table.insert(c, 0.5);  return self, z end
  local l2, m2 = 2
  function obj:m(z) c = (pcall(c, true)); a = l1(true, nil); l1 = unpack({'x=1,y=2', 'x=1,y=2'}, 1, 1);  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[nil], c.x = b.x, obj.y .. table.concat({false, 'abc'}, 'hello world')
  f = ('a b  c'):sub(-2, -1)
  t = table.concat({t, 0.5}, '') <= 'Zed' .. t
  a, a, c = t, t, a
  b, t, f = a, b, b
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = false
  for i = 3, 2, 2 do cap() for k, w in ipairs(obj.y) do cap() show(k, w) if false then local l1, m1 = a; a, t = true, false;  elseif 100 then f = nil;  else while cap() and false do  break end; b, a, a = b, t, t;  end; c, t = c, nil; local l2, m2 = t, a;  end; repeat cap() local zz = math.floor(nil, f) until zz or true; for i = 3, 1, -1 do cap() t = a;  end;  end
  c, c, f = t, a, b
  c, a, b = a, c, b
  f, b, c = b, c, c
  show(a, b, c, t, f)
end)
