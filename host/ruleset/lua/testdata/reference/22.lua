-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","table table table table function ok","failed","function b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = tostring(nil)
  local l2, m2 = l1.x, m1[-(nil)]
  if tostring(2) then m2 = b['Zed']; for k, w in ipairs('hello world') do cap() show(k, w) c, m1, a = t, c, t; show(pcall(function(...) repeat cap() local zz = 'Zed' until zz or true; a = f;  end, 1));  end; c = (t(c));  elseif m1.x then function obj:m(z) a = 'abc'; if -1 then l2, m1 = false, b;  elseif nil then f[true] = f;  else table.insert(c, 1); for i = 3, 10, -1 do cap()  end; local l3, m3 = l2, false;  end;  return self, z end;  else c, b = obj:get(m1), {[''] = 100, x = false, nil}; f = nil;  end
  show(pcall(function(...) table.insert(c, l1);  end, false))
  f = tostring('hello world')
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) for i = 1, 0.5, 2 do cap() local l1, m1 = f, true;  end;  return self, z end
  local function h2(p3, q3) q3 = f2(nil, 'Zed', true); for k, w in ipairs({['a b  c'] = true, x = 'hello world', t}) do cap() show(k, w) if nil then show(pcall(function(...)  end, nil)); table.insert(c, 10);  elseif true then p3 = (h2(p3)); f, f, b = b, c, a;  else c = (p3(c));  end; show(false, nil); while cap() and p3 do local l4, m4 = nil, t;  break end;  end;  return p3.x, -(p3[p3]) end
  table.insert(c, h2)
  h2, h2, b = b, a, c
  a = {(''), f}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) for i = 3, 10, -1 do cap() function obj.n(z, ...) z = 3 show(z, ...) return z end; repeat cap() local zz = 'a b  c' until zz or true;  end; b[f2(-1, t, nil)] = c[nil];  return self, z end
  b[('a b  c'):reverse()], t.x = b, math.fmod(1, 'hello world')
  local function h1(p2, q2) for k, w in ipairs(table.concat({'abc', p2}, '')) do cap() show(k, w) show(true, true);  end;  return {['10'] = f2(b, t, h1), x = nil <= '10', (b('a.b'))} end
  t = t
  table.insert(c, table.concat({true .. 2, nil}, 'x=1,y=2'))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = math.min(a(nil, false), tonumber(true, 10)) show(z, ...) return z end
  local l1, m1 = f
  function obj.n(z, ...) z = {false, f} and c show(z, ...) return z end
  table.insert(c, obj.get)
  b, l1, a = b, c, f
  show(a, b, c, t, f)
end)
