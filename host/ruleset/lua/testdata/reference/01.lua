-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 function table b function ok","1 table a.b a.b101 function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = nil until zz or true
  b, t, b = f, b, t
  function obj:m(z) local l1, m1 = t, a; for i = 1, 2, 1 do cap() c = 1;  end;  return self, z end
  local l2, m2 = function(p3) f = nil;  return tonumber(p3), tostring('x=1,y=2') end
  repeat cap() local zz = {unpack({'abc', 'Zed'}, 1, 3), true} until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = f
  c = 'a.b'
  local function h1(p2, q2) p2[obj.y] = 2 .. 7; h1[obj:get(true)], f.x = unpack({nil, false}, 1, 2), b('abc', t);  return c end
  t, b = table.concat({'a.b', a}, '10') or function(p3, q3, ...) p3, h1, f = f, c, a; show(pcall(function(...)  end, nil));  return b, p3 end, {['a b  c'] = 'hello world', x = t, #(t)}
  function obj.n(z, ...) z = -(tonumber(100)) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(tonumber({['a b  c'] = 10, x = t, a}, 10), {['a b  c'] = (c(b)), x = f2(true, nil, nil), tonumber(true, 10)})
  for k, w in ipairs(nil) do cap() show(k, w) c = (f); function obj:m(z) repeat cap() local zz = false until zz or true; a = b; local function h1(p2, q2) table.insert(c, t); b = t; show(pcall(function(...)  end, true));  return 'a b  c' end;  return self, z end;  end
  repeat cap() local zz = math.abs(t('10', true), true) until zz or true
  function obj:m(z) table.insert(c, {7, true});  return self, z end
  table.insert(c, function(p3, q3, ...) if t then p3 = c; function obj.n(z, ...) z = true show(z, ...) return z end; show(nil, q3);  elseif -1 then local l4, m4 = nil; show(false, m4); f, m4 = 2, p3;  else repeat cap() local zz = nil until zz or true;  end;  return nil end)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = 3
  a[{obj:get(false), obj:get(f)}], f.x = tonumber(0.5, 16), t
  table.insert(c, unpack({unpack({false, b}, 1, 3), ('a b  c'):len()}, 1, 2))
  f = true
  while cap() and {['a.b'] = c > b, x = false, (pcall(a, false))} do local function h1(p2, ...) f = nil; for k, w in ipairs(false) do cap() show(k, w) local l3, m3 = f; local l4, m4 = nil;  end;  return {nil, p2}, p2.x end; function obj.n(z, ...) z = math.max(true, true) show(z, ...) return z end;  break end
  show(a, b, c, t, f)
end)
