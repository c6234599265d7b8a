-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b table table table ok","failed","1 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = unpack({c, f}, 2, 2) show(z, ...) return z end
  a = a
  repeat cap() local zz = false until zz or true
  f = f2({['x=1,y=2'] = false, x = nil, 7}, {['x=1,y=2'] = f, x = b, 'hello world'}, tonumber(nil, 10))
  for i = 3, 100, -1 do cap() f = (f(f));  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = unpack({table.concat({nil, 100}, ''), 'a.b'}, 2, 3)
  m1, b = tostring(true), select(1, false, math.abs(0.5, false))
  function obj.n(z, ...) z = obj.get show(z, ...) return z end
  for i = 3, 1, -1 do cap() a = ('hello world'):rep(2); f = f2(nil, false, 'a b  c'); show(table.concat({f, l1}, '10'), math.fmod(false, true));  end
  t = (f(t))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) for k, w in ipairs((pcall(p2, 'a.b'))) do cap() show(k, w) local function h3(p4, q4) a[b] = h1;  return 0.5, 10 end;  end; while cap() and math.abs(q2, h1) do function obj.n(z, ...) z = nil show(z, ...) return z end; p2, b, p2 = t, t, t;  break end;  return obj:get(nil) end
  repeat cap() local zz = h1 until zz or true
  local function h5(p6, q6, ...) if (pcall(b, t)) then for i = 3, 100, 1 do cap() function obj.n(z, ...) z = nil show(z, ...) return z end; function obj:m(z)  return self, z end; repeat cap() local zz = true until zz or true;  end; h5, h1 = t, c; for i = 3, 3, 1 do cap() table.insert(c, 7); local function h7(p8)  return -1, p8 end;  end;  elseif not ('a b  c') then c[q6] = p6; t = a;  else a = true; local function h9(p10) if p10 then  elseif b then  else  end; p6 = 'a b  c';  return b end; table.insert(c, nil);  end; repeat cap() local zz = (p6(f)) until zz or true;  return math.floor(false, {[''] = 100, x = p6, c}) end
  table.insert(c, function(p11) while cap() and 0.5 do local function h12(p13, q13, ...)  return nil, false end; a[nil], f.x = true, 10;  break end; t = (b(t));  return a end)
  c[obj.get] = ''
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a, a = t[select(1, t, '')], select(1, t.x, math.fmod(1, true))
  local function h1(p2, q2) for k, w in ipairs(('abc'):len()) do cap() show(k, w) p2[nil], p2.x = true, true; for i = 3, 10, -1 do cap() q2 = false; b = (f(b)); for i = 1, 7, 2 do cap()  end;  end; function obj:m(z) function obj.n(z, ...) z = h1 show(z, ...) return z end; local function h3(p4, q4, ...)  return 0.5 end; local l5, m5 = 100, false;  return self, z end;  end;  return obj:get(q2), true end
  while cap() and math.fmod(obj.get, obj:get('x=1,y=2')) do local l6, m6 = 100, obj:get('hello world'); if true .. a then show(pcall(function(...) for k, w in ipairs(nil) do cap() show(k, w)  end;  end, true)); if m6 then h1[f] = 'abc';  elseif b then local function h7(p8, ...)  return true, nil end; for i = 3, -1, 2 do cap()  end;  else function obj.n(z, ...) z = nil show(z, ...) return z end; b[100], l6.x = 100, false; c = (f(c));  end; b = true;  elseif l6 == true then table.insert(c, 3); show('abc', 0.5); l6, t, c = h1, a, c;  else a, l6 = nil, m6; h1, b = false, '10'; while cap() and c do function obj.n(z, ...) z = false show(z, ...) return z end; show(pcall(function(...)  end, m6));  break end;  end; function obj:m(z) h1, a = h1, false; show(a, 7);  return self, z end;  break end
  f = (c(f))
  local l9, m9 = (pcall(f, (f(true)))), tostring(nil)
  show(a, b, c, t, f)
end)
