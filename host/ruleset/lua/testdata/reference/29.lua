-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b table 1 function ok","failed","failed","false ERR 1 b table 3 false ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t, t, t = a, f, b
  local l1, m1 = {t, obj:get(nil)}
  c, a, c = l1, t, c
  local function h2(p3, q3, ...) show({['a b  c'] = q3, x = nil, false}, p3(false, nil));  return nil, table.concat({{a, b}, ('10'):reverse()}, 'a.b') end
  table.insert(c, a)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, {obj:get(false), {true, t}})
  if ('hello world'):len() then f = nil * nil; function obj:m(z) a, b = true, c; show(pcall(function(...) c = 'a b  c'; local l1, m1 = c;  end, nil)); local l2, m2 = true;  return self, z end;  elseif select(1, (c(c)), (t('abc'))) then table.insert(c, c(false, f)); t[false <= b], b.x = t(-1, t), false; a, t = false, (t('a b  c'));  else c, a, b = a, f, a; show(pcall(function(...) local function h3(p4, q4) while cap() and h3 do  break end;  return p4 end; for k, w in ipairs(c) do cap() show(k, w) repeat cap() local zz = false until zz or true; show(pcall(function(...)  end, false));  end; h3 = (h3(h3));  end, nil));  end
  local l5, m5 = function(p6, q6) function obj.n(z, ...) z = p6 show(z, ...) return z end;  return c end
  t[unpack({1, tostring(2)}, 2, 3)] = a
  l5 = obj:get((t))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = (f(c))
  local l1, m1 = a.x
  l1 = f
  if false then show(pcall(function(...) for i = 1, 100, 1 do cap() table.insert(c, 'hello world'); show(pcall(function(...)  end, '')); b = 2;  end; for k, w in ipairs(a) do cap() show(k, w) local l2, m2 = l1, false; while cap() and 'Zed' do  break end; a['hello world'] = c;  end; repeat cap() local zz = false until zz or true;  end, (pcall(t, t)))); for i = 3, 3, 2 do cap() b, a = l1, l1;  end; l1, a, a = t, l1, c;  elseif (m1(f2(l1, c, c))) then local l3, m3 = (f(f)), l1; function obj:m(z) l1, l1 = f, nil; local function h4(p5) repeat cap() local zz = true until zz or true;  return '' end; b = h4;  return self, z end;  else local l6, m6 = nil; for i = 3, 100, 2 do cap() local function h7(p8) m1 = l6;  return false, a end; c[false], h7.x = false, c; while cap() and false do c[nil], f.x = m6, t; a, a = true, f; m6[m1] = false;  break end;  end; l1[(m1(true))] = true;  end
  c, b = {['Zed'] = tostring('Zed'), x = function(p9) repeat cap() local zz = true until zz or true; m1, b = nil, true; local l10, m10 = c;  return a, true end, {c, '10'}}, l1
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) t = (c(t));  end, nil))
  t = tostring(3)
  table.insert(c, obj.y)
  function obj.n(z, ...) z = (pcall(f, f)) show(z, ...) return z end
  f, f = (pcall(b, (a))), tostring(true)
  show(a, b, c, t, f)
end)
