-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 table function false failed","table b function table function ok","nil false table -1 1 b table 1 function ok","false ERR false b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) show(true, f);  return self, z end
  for k, w in ipairs({f2(t, 0.5, 'hello world'), 'abc'}) do cap() show(k, w) show(function(p1, q1) while cap() and b do  break end; t, q1, p1 = c, b, b; table.insert(c, 7);  return 0.5 end, false); function obj:m(z) table.insert(c, true); table.insert(c, nil); for i = 3, 1, -1 do cap() local function h2(p3, ...)  return 'x=1,y=2', 'abc' end; a[-1], c.x = 1, false; table.insert(c, false);  end;  return self, z end; a[b], b.x = b - nil, (t(true));  end
  local l4, m4 = tonumber(false < nil, 16), c('x=1,y=2', function(p5, q5) local l6, m6 = t; t, t, c = p5, b, l6; for i = 3, 3, -1 do cap()  end;  return 'Zed' end)
  table.insert(c, true)
  a = (m4(unpack({c, true}, 1, 2)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = true
  function obj:m(z) table.insert(c, (c)); if {a, f} then b = (t(b)); function obj.n(z, ...) z = nil show(z, ...) return z end; a, b = false, b;  elseif true then if t then b, c, b = f, c, c;  elseif 1 then for k, w in ipairs(a) do cap() show(k, w)  end; local function h1(p2)  return false end;  else function obj.n(z, ...) z = true show(z, ...) return z end;  end; f = t; while cap() and t do if a then  elseif true then  else  end; for k, w in ipairs(2) do cap() show(k, w)  end;  break end;  else for k, w in ipairs(false) do cap() show(k, w) if t then  elseif b then  else  end; local function h3(p4, q4)  return true end;  end;  end;  return self, z end
  local function h5(p6, q6, ...) local l7, m7 = h5[h5], unpack({t, false}, 1, 1); show(pcall(function(...) function obj.n(z, ...) z = 'Zed' show(z, ...) return z end;  end, 'abc')); f[not (7)] = 10 >= m7;  return tostring(true), function(p8, ...) p8 = '10'; while cap() and p6 do repeat cap() local zz = 10 until zz or true; show(false, p8);  break end; function obj:m(z) a = '10'; h5 = f; c[-1] = 2;  return self, z end;  return q6.x end end
  h5, a, c = f, t, h5
  function obj:m(z) while cap() and obj.get do c, f = nil, true; show(pcall(function(...) for i = 1, 10, -1 do cap()  end; function obj:m(z)  return self, z end;  end, false));  break end;  return self, z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2) function obj.n(z, ...) z = 2 show(z, ...) return z end; local l3, m3 = true, (true);  return table.concat({(pcall(a, 3)), b}, 'Zed'), (pcall(h1, 3)) end
  c, t, h1 = t, a, c
  show(h1[h1], false)
  repeat cap() local zz = not (h1 ~= 10) until zz or true
  show(({['abc'] = 0.5, x = 'x=1,y=2', false}), tostring(-1))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) if (a) then a[true] = a; if true then b[a] = true;  elseif true then table.insert(c, false); while cap() and 'hello world' do  break end; for k, w in ipairs(false) do cap() show(k, w)  end;  else b[nil] = f; local function h1(p2)  return nil end; a, f = c, false;  end;  elseif t['abc'] then repeat cap() local zz = true until zz or true; t = 10; a[b], f.x = true, f;  else while cap() and b do a = false; f['a.b'], b.x = 'Zed', a;  break end;  end;  end, true))
  for i = 1, 100, -1 do cap() c = unpack({2, nil}, 2, 3); local function h3(p4, q4) local l5, m5 = true, 'abc'; show(pcall(function(...) h3 = false; f = 10; local l6, m6 = false, 1;  end, f)); repeat cap() local zz = 'a.b' until zz or true;  return obj:get(nil), select(-1, '', nil) end;  end
  t, t, t = t, t, a
  local function h7(p8, q8) p8, f, p8 = p8, t, a;  return p8(3, (pcall(t, p8))) end
  a = unpack({false, (pcall(c, nil))}, 2, 2)
  show(a, b, c, t, f)
end)
