-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","function nil false b 1 table function ok","true true 1 b table false function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = (t(f))
  f = (f(f))
  repeat cap() local zz = 0.5 until zz or true
  t[(f2(t, b, false))] = t['a.b']
  local function h1(p2) local l3, m3 = select(-1, h1, 3), not (10); table.insert(c, ('a.b'):byte(1, -1)); function obj:m(z) l3[c], t.x = a, true; function obj:m(z) local function h4(p5, ...)  return false end; h1 = nil;  return self, z end;  return self, z end;  return false, (b(b[a])) end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = a
  a = not (f2(f, c, c))
  show(function(p1) show(f, a);  return {['hello world'] = 'x=1,y=2', x = false, nil}, c end, nil)
  local function h2(p3) f = table.concat({true, 'Zed'}, 'a b  c'); b = unpack({nil, t}, 1, 3);  return p3[true] ~= tostring(true) end
  function obj.n(z, ...) z = t[{['a.b'] = true, x = nil, b}] show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = select('#', '10', 'hello world') == (t)
  repeat cap() local zz = '' until zz or true
  repeat cap() local zz = #({t, false}) until zz or true
  table.insert(c, 'hello world')
  show(pcall(function(...) local function h1(p2) f = t;  return math.abs(3, a) end; show(pcall(function(...) if t then h1 = (c(h1)); function obj.n(z, ...) z = 'abc' show(z, ...) return z end;  elseif nil then f, h1, b = c, c, f; a[nil], c.x = true, 100; while cap() and f do  break end;  else function obj:m(z)  return self, z end; function obj:m(z)  return self, z end;  end; local function h3(p4, q4, ...) function obj:m(z)  return self, z end;  return 0.5, false end;  end, (...))); if table.concat({a, 1}, 'x=1,y=2') then function obj.n(z, ...) z = b show(z, ...) return z end;  elseif false then t = true; table.insert(c, c); show('abc', true);  else show(pcall(function(...) t = 'a.b';  end, a));  end;  end, c))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = tonumber({['hello world'] = a, x = 10, t}, 10) until zz or true
  table.insert(c, false)
  function obj.n(z, ...) z = '' show(z, ...) return z end
  t = function(p1, ...) while cap() and 'a.b' do for i = 3, 1, 1 do cap()  end;  break end;  return true, unpack({p1, false}, 1, 3) end
  for k, w in ipairs('Zed') do cap() show(k, w) a[c['x=1,y=2']], b.x = (t('abc')), {[''] = true, x = t, 0.5}; c = c; c = (a(c));  end
  show(a, b, c, t, f)
end)
