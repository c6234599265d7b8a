-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 nil table table function ok","failed","false ERR table b table b function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, t, f = t, t, b
  c[-(not (true))], c.x = {['10'] = c[t], x = tonumber(b), (c(false))}, f2(select('#', true, t), obj:get(a), true)
  a, a, a = t, t, t
  c = (f(c))
  table.insert(c, -1)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = a, {[''] = f, x = a .. b, true == 'abc'}
  b = tonumber(f2('a.b', f, false), 10)
  while cap() and (pcall(a, unpack({m1, true}, 2, 1))) do c = {true, 'a.b'}; function obj:m(z) b = (b(b)); t[false], c.x = m1, '';  return self, z end; function obj:m(z) a[-1] = b; function obj:m(z) for i = 3, 100, 2 do cap()  end;  return self, z end;  return self, z end;  break end
  local function h2(p3, ...) m1[('abc'):find('b', 1, true)] = h2[true]; b[nil], p3.x = function(p4, ...) a[nil] = 1; table.insert(c, 3);  return b, nil end, unpack({nil, f}, 2, 3); for k, w in ipairs('10') do cap() show(k, w) show(nil, h2);  end;  return true, tostring(true) end
  while cap() and false do for k, w in ipairs({t, true}) do cap() show(k, w) show(pcall(function(...) f, a, f = c, a, a; for k, w in ipairs('10') do cap() show(k, w)  end;  end, nil)); a = true;  end; for i = 3, 3, -1 do cap() show(pcall(function(...) c['10'], m1.x = l1, nil; a = f; table.insert(c, nil);  end, h2)); show(pcall(function(...) t = (m1(t)); table.insert(c, false);  end, h2));  end; show(pcall(function(...) repeat cap() local zz = a until zz or true; table.insert(c, true);  end, not (false)));  break end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = (f((0.5))) show(z, ...) return z end
  c[table.concat({(pcall(c, false)), 'Zed'}, 'a b  c')], a.x = 1, f[(t)]
  repeat cap() local zz = tostring('hello world') <= 'hello world' until zz or true
  repeat cap() local zz = ('a b  c'):sub(1) until zz or true
  show((f(f2(f, t, true))), table.concat({obj:get(false), a and t}, 'a.b'))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c[2] = not (t)
  f, b, a = f, f, b
  t, b, a = a, a, t
  local function h1(p2, q2) c, f = nil, table.concat({'10', 7}, 'x=1,y=2');  return ({['abc'] = false, x = c, false}) end
  show(pcall(function(...) show((pcall(c, false)), (a(a)));  end, 'Zed'))
  show(a, b, c, t, f)
end)
