-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true failed","true 97 b table 1 b ok","false ERR 1 b table nil function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) for i = 3, 10, 1 do cap() a = nil;  end;  end, f and (pcall(c, t))))
  f, f = '', f2(tostring(true), 'hello world', false)
  f, t = {100, true} + {false, nil}, {c > true, c > true}
  c = f(false > b, {['10'] = nil, x = b, a})
  t = 'abc'
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, {['x=1,y=2'] = t, x = select(2, false, false), {false, true}})
  f, f = f2(obj.y, 'abc', tonumber('x=1,y=2')), c
  function obj:m(z) if a(nil, false) then c = true; table.insert(c, false); b = c;  elseif function(p1, q1) c = false;  return p1 end then f, b = false, 'abc'; repeat cap() local zz = false until zz or true;  else repeat cap() local zz = 'x=1,y=2' until zz or true; c = (t(c)); for k, w in ipairs(true) do cap() show(k, w) while cap() and f do  break end;  end;  end;  return self, z end
  if obj:get({['hello world'] = nil, x = t, nil}) then local function h2(p3, q3) if nil then function obj.n(z, ...) z = false show(z, ...) return z end;  elseif true then p3[false] = '10';  else repeat cap() local zz = 'Zed' until zz or true; p3 = nil; f['abc'], a.x = true, nil;  end; if t then p3 = f; show(true, 2); repeat cap() local zz = q3 until zz or true;  elseif true then p3, p3 = nil, q3;  else a[nil], h2.x = true, true;  end; t, q3 = q3, p3;  return {b, false} end; show(tostring('abc'), c(t, t)); for k, w in ipairs(f) do cap() show(k, w) local function h4(p5, q5, ...) show(pcall(function(...)  end, 0.5)); show(pcall(function(...)  end, p5)); b[false] = nil;  return nil, true end; h4 = (f(h4)); t, a, t = a, h2, b;  end;  elseif obj.get then t = unpack({'', false}, 2, 1); show(pcall(function(...) local l6, m6 = a, '10'; a, t, f = t, l6, b;  end, c));  else f[true], c.x = math.fmod(b, c), math.abs(a, f); t = '';  end
  a = ('a b  c'):byte(1, -1)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2, ...) repeat cap() local zz = true until zz or true; h1[select(1, true, false)] = not (true); p2 = obj.x;  return #((false)), true end
  show(pcall(function(...) table.insert(c, #(false));  end, f))
  t = nil
  if unpack({obj:get(nil), obj:get(true)}, 2, 2) then table.insert(c, math.floor(f, a)); function obj:m(z) for k, w in ipairs('a.b') do cap() show(k, w) c = true;  end; local l3, m3 = nil; local l4, m4 = '10', nil;  return self, z end; show(pcall(function(...) f = true; b = h1; local l5, m5 = f;  end, (b(b))));  elseif b then local l6, m6 = tonumber('10'), nil;  else table.insert(c, h1.x);  end
  local l7, m7 = function(p8, q8) show(true, false);  return function(p9, q9, ...) table.insert(c, nil);  return p8 end, nil end, table.concat({('a.b'):rep(2), tonumber(false)}, 'Zed')
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, b(f, function(p1, q1) p1, p1 = f, true;  return f, nil end))
  for i = 3, 100, 1 do cap() local l2, m2 = (nil), f2('a b  c', false, nil); t[(false)] = 1; function obj.n(z, ...) z = l2 show(z, ...) return z end;  end
  table.insert(c, tonumber(#(false), 16))
  local l3, m3 = b(b.x, f2(c, true, f))
  table.insert(c, obj:get((pcall(t, 2))))
  show(a, b, c, t, f)
end)
