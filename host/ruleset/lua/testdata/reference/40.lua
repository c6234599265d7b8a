-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","10 7 table table function ok","-2 -1 table nil function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t[(obj:get('Zed'))] = nil
  t['Zed'] = obj:get((t(true)))
  repeat cap() local zz = (obj:get(f)) until zz or true
  show(true, tonumber({['10'] = f, x = t, false}, 16))
  a = unpack({a >= c, 7}, 2, 3)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = b until zz or true
  a = tostring('10')
  b = 7
  for i = 1, 0.5, 2 do cap() t[true] = {10, true}; local l1, m1 = f[true], a.x; local function h2(p3) function obj:m(z) p3, f, p3 = f, c, m1; a = false;  return self, z end;  return f2(p3, p3, true) end;  end
  repeat cap() local zz = ('a b  c') until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = select('#', t, 3)
  b, t = -1, tostring(nil)
  function obj:m(z) if t then function obj.n(z, ...) z = t show(z, ...) return z end; local l1, m1 = false, f;  elseif math.min(nil, 'a.b') then b = 100; show(pcall(function(...) t, t, t = c, c, c; show(pcall(function(...)  end, a)); while cap() and t do  break end;  end, true)); local l2, m2 = f;  else show(false, nil); c[b], b.x = a, true; function obj:m(z) f = (a(f));  return self, z end;  end; local l3, m3 = (pcall(a, b)), nil;  return self, z end
  table.insert(c, c)
  a = -(select('#', nil, true))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c, c = {[''] = false, x = (pcall(t, '10')), f2(false, a, 2)}, {b(false, nil), nil}
  a = true
  while cap() and t.x do if a then local function h1(p2, q2, ...) for k, w in ipairs(nil) do cap() show(k, w)  end;  return b end; h1['abc'] = t; if '' then c[false] = 'hello world'; show(false, a); b = b;  elseif b then b, b, t = c, f, b;  else f = true; t = true;  end;  elseif true then local l3, m3 = nil; b = true;  else c, b = 10, f;  end; c[(c)] = select(1, f, t); f = tonumber(true);  break end
  c[tostring(true)] = {t[c], select(1, 'x=1,y=2', false)}
  for i = 3, 2, -1 do cap() show(table.concat({-1, nil}, 'Zed'), false);  end
  show(a, b, c, t, f)
end)
