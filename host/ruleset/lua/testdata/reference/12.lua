-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","failed","1 b 1 1 table ok","1 table table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f[('abc'):find('b', 1, true)] = t[c] ~= c[f]
  local function h1(p2, q2, ...) table.insert(c, select(2, false, b));  return t[f[q2]], tostring(nil) end
  local l3, m3 = unpack({c(t, nil), true}, 2, 1)
  table.insert(c, h1)
  show(m3, math.fmod(tonumber(c, 10), obj:get(t)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if {unpack({f, '10'}, 2, 2), function(p1, q1) for k, w in ipairs(nil) do cap() show(k, w)  end; show(2, 1); for i = 1, 10, -1 do cap()  end;  return true, true end} then show(pcall(function(...) c = f;  end, b(true, false))); repeat cap() local zz = c until zz or true;  elseif t then show(pcall(function(...) if t then local l2, m2 = nil, 'x=1,y=2'; while cap() and t do  break end; show(a, 3);  elseif c then t, a = false, 'hello world';  else show(f, 100); a[nil] = 1; while cap() and t do  break end;  end; show(false, true); repeat cap() local zz = 'Zed' until zz or true;  end, (a('hello world')))); for i = 1, -1, -1 do cap() local function h3(p4, q4) b[nil] = p4; show(b, c);  return 2 end;  end; while cap() and obj.y do f = a; t = (f(t));  break end;  else local l5, m5 = false;  end
  if {f2(false, false, a), c} then function obj:m(z) a = nil;  return self, z end; repeat cap() local zz = function(p6, q6, ...) c = f; local l7, m7 = q6, false;  return false, p6 end until zz or true; function obj:m(z) show(0.5, 1);  return self, z end;  elseif unpack({('a.b'):byte(1, -1), {[''] = a, x = false, t}}, 1, 2) then for k, w in ipairs(unpack({'x=1,y=2', -1}, 2, 2)) do cap() show(k, w) local function h8(p9, q9) function obj:m(z)  return self, z end; show(false, 0.5);  return nil, true end;  end;  else table.insert(c, (pcall(t, true)));  end
  while cap() and unpack({{'', true}, obj:get('hello world')}, 1, 3) do function obj:m(z) table.insert(c, c); if b then b[nil] = b; function obj.n(z, ...) z = b show(z, ...) return z end;  elseif -1 then show(pcall(function(...)  end, c)); a, c = t, true;  else function obj.n(z, ...) z = nil show(z, ...) return z end; c = (a(c));  end; b = (t(b));  return self, z end;  break end
  for k, w in ipairs(t) do cap() show(k, w) show(pcall(function(...) function obj.n(z, ...) z = nil show(z, ...) return z end; show(false, 3);  end, (false))); f = a[c];  end
  table.insert(c, t)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = 'hello world'
  f = {['10'] = a == '10', x = nil, a}
  local function h1(p2, q2, ...) if obj.x then h1, p2 = false, false; b = p2;  elseif h1 then function obj:m(z) f[b] = t; for i = 3, 100, 1 do cap()  end;  return self, z end;  else c, c = nil, false; h1[10] = nil; repeat cap() local zz = c until zz or true;  end;  return unpack({nil, true}, 1, 2) * select(-1, a, p2) end
  t, c, h1 = a, a, h1
  repeat cap() local zz = b.x until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  repeat cap() local zz = 3 until zz or true
  repeat cap() local zz = a until zz or true
  repeat cap() local zz = obj:get(1) until zz or true
  while cap() and not (tonumber(false, 10)) do b = t;  break end
  table.insert(c, nil)
  show(a, b, c, t, f)
end)
