-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["table b table 1 table ok","false ERR false false false b 1 b table false table ok","failed","3 -1 false ERR true failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = math.max((...), (...)) show(z, ...) return z end
  for i = 3, 1, 1 do cap() local function h1(p2, q2) repeat cap() local zz = b until zz or true; if h1 then repeat cap() local zz = true until zz or true; function obj.n(z, ...) z = false show(z, ...) return z end; while cap() and h1 do  break end;  elseif nil then repeat cap() local zz = false until zz or true; function obj.n(z, ...) z = nil show(z, ...) return z end;  else local l3, m3 = 'x=1,y=2'; local function h4(p5, q5, ...)  return b end;  end;  return ('a.b'):byte(1, -1) end;  end
  local l6, m6 = function(p7, q7) while cap() and f do show(pcall(function(...)  end, false));  break end; f = (c(f)); function obj.n(z, ...) z = -1 show(z, ...) return z end;  return {false, false} end, '10'
  while cap() and true and a ~= f('10', nil) do table.insert(c, (pcall(b, 'hello world'))); f, t, a = c, a, t;  break end
  function obj.n(z, ...) z = 'Zed' show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) f, t = t or nil, false; repeat cap() local zz = f < c until zz or true;  end, obj.x))
  function obj:m(z) a = table.concat({3, true}, 'abc'); t = (f(t));  return self, z end
  show(((pcall(c, f))), f2(false, false, b))
  function obj:m(z) c, t = obj:get(false), b(true, 'x=1,y=2');  return self, z end
  repeat cap() local zz = f.x until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2, ...) function obj.n(z, ...) z = #(h1) show(z, ...) return z end; repeat cap() local zz = {true, 3} until zz or true;  return {(true), {['10'] = 1, x = 'a b  c', q2}}, nil end
  repeat cap() local zz = a[obj:get(c)] until zz or true
  local function h3(p4, q4) h3[tostring(0.5)] = select(2, t, 7); h1, a, a = p4, a, f;  return obj.get, (t('a.b')) .. #(h3) end
  h3, f = h3[-(h1)], obj.get
  function obj.n(z, ...) z = not (nil) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) show(3, tonumber(-1, 10)); while cap() and obj:get(7) do show('Zed', false);  break end; a[{['Zed'] = '', x = 100, t}] = obj:get('x=1,y=2');  end, t))
  f, c, a = b, c, f
  show(pcall(function(...) b = f;  end, 0.5))
  c, a = b, math.min('10', {['x=1,y=2'] = c, x = 100, false})
  for i = 1, 7, 1 do cap() b[true], f.x = b, {[''] = a, x = f, nil}; for k, w in ipairs(f) do cap() show(k, w) for k, w in ipairs(true) do cap() show(k, w) c[t] = 'a b  c'; c[false], c.x = c, false;  end; if c then t = (b(t));  elseif 'abc' then for k, w in ipairs(true) do cap() show(k, w)  end; f = (c(f));  else a, b = false, f; function obj:m(z)  return self, z end;  end; local l1, m1 = nil;  end;  end
  show(a, b, c, t, f)
end)
