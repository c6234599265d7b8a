-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 table a b  c 1 a b  c ok","failed","nil 2 1 b table table nil ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show({['x=1,y=2'] = t, x = f, function(p1, q1, ...) function obj:m(z)  return self, z end; show(pcall(function(...)  end, b)); a, b = t, true;  return true, true end}, select(-1, 'a.b', true) .. 0.5)
  show(pcall(function(...) for i = 3, 1, 1 do cap() f, b, t = t, b, b; local l2, m2 = 'hello world', a;  end;  end, false))
  function obj.n(z, ...) z = ... show(z, ...) return z end
  t[{['abc'] = nil, x = (pcall(b, 'a b  c')), false}], c.x = math.fmod(unpack({false, a}, 2, 3), a[2]), true
  local l3, m3 = c[select('#', 0.5, true)]
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = math.floor(a, false)
  repeat cap() local zz = (select(1, 1, nil)) until zz or true
  f = unpack({'a b  c', true}, 1, 3)
  c, t, b = f, a, c
  repeat cap() local zz = b until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs(tonumber(obj:get(false), 16)) do cap() show(k, w) function obj.n(z, ...) z = nil show(z, ...) return z end;  end
  function obj.n(z, ...) z = b show(z, ...) return z end
  f[false], b.x = math.min((pcall(a, true)), -1), (obj:get(true))
  f[tonumber('hello world', 16) .. {[''] = a, x = true, f}] = obj:get(tostring(nil))
  if 100 then local function h1(p2, q2, ...) show(pcall(function(...) q2, b = t, c;  end, nil)); a = 7;  return tostring(nil) end;  elseif t.x then for k, w in ipairs(obj.x) do cap() show(k, w) while cap() and 100 do table.insert(c, true);  break end;  end;  else b[(false)], t.x = (t(false)), nil;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) q2[obj:get(q2)], p2.x = table.concat({'abc', true}, ''), math.min(false, true); a = h1(nil, nil); if nil then for i = 1, 1, -1 do cap() h1 = (q2(h1));  end;  elseif select(-1, b, p2) then q2[true] = nil; p2 = a;  else repeat cap() local zz = nil until zz or true;  end;  return nil end
  local function h3(p4, ...) h3[{['x=1,y=2'] = '', x = false, a}], h1.x = ('abc'):sub(7), select(1, t, p4); c, p4, p4 = h1, b, t;  return table.concat({b(b, a), math.floor(h3, a)}, 'abc') end
  f = tonumber(nil)
  function obj:m(z) while cap() and c do b = nil; b[true], h3.x = nil, a;  break end; c, f = #(c), obj:get('abc'); for i = 1, 2, -1 do cap() h1 = 100;  end;  return self, z end
  show(obj:get(false), 2)
  show(a, b, c, t, f)
end)
