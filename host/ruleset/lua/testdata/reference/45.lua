-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 b table table function ok","failed","1 b A B  C table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = (a(b))
  show(pcall(function(...) function obj.n(z, ...) z = table.concat({c, f}, 'a b  c') show(z, ...) return z end; b = select(-1, true, false);  end, 100))
  a, a = math.floor(f.x, 'a.b'), nil
  t = not (unpack({f, -1}, 1, 2))
  while cap() and obj.y do show(f, {[''] = b, x = nil, t}); c = (f(c));  break end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and obj:get(false) do c[tonumber('Zed')], b.x = b[nil], -(100); function obj:m(z) a[2], c.x = 'hello world', false;  return self, z end;  break end
  for i = 1, -1, -1 do cap() while cap() and not (false) do local function h1(p2, q2) for i = 3, 2, 1 do cap()  end;  return true end; local function h3(p4) p4[f], b.x = p4, nil;  return nil end;  break end; local function h5(p6, q6) local l7, m7 = t, false; if 'a.b' then while cap() and false do  break end; q6[100], b.x = q6, false;  elseif false then q6 = true; q6, l7 = b, 1;  else show(pcall(function(...)  end, 'Zed'));  end; p6, p6, t = q6, q6, q6;  return {nil, f}, table.concat({-1, true}, '') end;  end
  local function h8(p9) for i = 1, 7, 2 do cap() local l10, m10 = p9, h8; local l11, m11 = p9, nil;  end; show(100, table.concat({false, nil}, 'abc'));  return true end
  local function h12(p13, q13, ...) while cap() and not (1) do f = p13;  break end; h12 = (q13(h12)); local function h14(p15, q15) p13 = q15; p15 = h8; c = 'hello world';  return math.fmod(p13, false) end;  return select('#', ...), tostring('10') end
  h12 = (f(h12))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) b[(b(true))], c.x = nil, unpack({b, nil}, 1, 1); function obj:m(z) t[false], c.x = true, c; for i = 1, 100, 1 do cap() f = (t(f)); repeat cap() local zz = true until zz or true; for k, w in ipairs(a) do cap() show(k, w)  end;  end;  return self, z end;  return self, z end
  local l1, m1 = {['a.b'] = true, x = f, obj:get(2)}, f[tonumber(f, 16)]
  for k, w in ipairs('Zed') do cap() show(k, w) function obj.n(z, ...) z = ('hello world') show(z, ...) return z end; local function h2(p3) show('abc', '10'); f, l1 = true, 'x=1,y=2';  return {['x=1,y=2'] = a, x = t, h2} end;  end
  function obj.n(z, ...) z = obj.y show(z, ...) return z end
  l1, t = m1, l1
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = true, tonumber({[''] = c, x = a, 'x=1,y=2'}, 10)
  function obj.n(z, ...) z = function(p2) c = 0.5;  return (pcall(c, 'a.b')) end show(z, ...) return z end
  for i = 1, 3, 1 do cap() c = nil;  end
  b = b
  c = ('a b  c'):upper()
  show(a, b, c, t, f)
end)
