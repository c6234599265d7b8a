-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false 3 failed","true false ERR false ERR false ERR false ERR 1 hello world false 1 function ok","1 b table table function ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = {tonumber(0.5, 16), {['x=1,y=2'] = t, x = nil, 'hello world'}} show(z, ...) return z end
  f = (c(f))
  table.insert(c, false)
  t, c, a = a, c, t
  t[(unpack({a, false}, 1, 1))] = unpack({true, math.abs(nil, '')}, 2, 3)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, tostring(0.5))
  show((pcall(a, nil)), function(p1, ...) p1[p1] = nil; show(pcall(function(...)  end, p1)); function obj:m(z)  return self, z end;  return false, nil end and 3)
  local function h2(p3, q3) h2[f], f.x = b[false], (-1); for i = 3, 7, 1 do cap() table.insert(c, false);  end; f = (f(f));  return false end
  for i = 1, 1, 2 do cap() while cap() and ('a b  c'):gsub('.', {a=1, b='B'}) do f[f], b.x = false, -1; repeat cap() local zz = '10' until zz or true; function obj.n(z, ...) z = true show(z, ...) return z end;  break end; function obj.n(z, ...) z = a.x show(z, ...) return z end;  end
  table.insert(c, (a(function(p4, ...) p4 = nil; show(true, b);  return false end)))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = 'hello world'
  local l1, m1 = b, true
  local function h2(p3, q3) if tonumber(b) then m1[h2], t.x = p3, p3; while cap() and nil do function obj.n(z, ...) z = 10 show(z, ...) return z end;  break end; h2, q3 = true, false;  elseif m1 <= 'a b  c' then if false then h2 = (l1(h2)); show(a, c); local function h4(p5, q5)  return true end;  elseif f then show(false, false); a = m1;  else l1[m1] = c; c = (m1(c));  end;  else table.insert(c, p3); local function h6(p7, q7) function obj.n(z, ...) z = false show(z, ...) return z end; table.insert(c, '10');  return h2 end; p3 = -1;  end; p3 = a(t, nil); q3 = (q3(q3));  return {[''] = nil, x = obj:get(nil), (h2(nil))}, obj:get(a) ~= m1 end
  local function h8(p9, q9, ...) h2 = math.min(true, a); repeat cap() local zz = nil until zz or true;  return l1[tonumber(l1)] end
  for i = 1, 10, 2 do cap() show(pcall(function(...) t[true] = l1; c = false; t = 1;  end, obj.y));  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = math.max(a, a)
  local l1, m1 = function(p2, q2) a = nil; show(true, f); repeat cap() local zz = 2 until zz or true;  return c[nil] end, tostring(2)
  function obj.n(z, ...) z = (a(tonumber(t))) show(z, ...) return z end
  function obj:m(z) while cap() and {nil, 'hello world'} do b = true; f, a = t, m1;  break end; local function h3(p4, ...) b = (a(b)); table.insert(c, 0.5);  return f + nil end;  return self, z end
  function obj.n(z, ...) z = tonumber(10, 16) and math.min(a, false) show(z, ...) return z end
  show(a, b, c, t, f)
end)
