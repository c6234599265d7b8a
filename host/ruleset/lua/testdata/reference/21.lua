-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["true true function table  table 5 ok","1 hello world table table function ok","failed","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) function obj.n(z, ...) z = 7 + a show(z, ...) return z end; show(pcall(function(...) t, f, c = t, f, t; repeat cap() local zz = nil until zz or true;  end, (true))); function obj:m(z) c, b = false, 'abc'; f = t;  return self, z end;  end, b))
  repeat cap() local zz = nil until zz or true
  a, c, b = f, a, c
  f = obj.x
  c = ('a b  c'):sub(7)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = (pcall(c, (nil)))
  repeat cap() local zz = (tostring(nil)) until zz or true
  b = select(1, tostring('hello world'), table.concat({'hello world', nil}, ''))
  function obj.n(z, ...) z = true show(z, ...) return z end
  local function h2(p3, q3, ...) b[a.x], l1.x = c, '10' .. f; local l4, m4 = unpack({true, 'abc'}, 2, 1);  return function(p5, q5) p5, p5, c = p5, m1, b; for k, w in ipairs(nil) do cap() show(k, w) b[true] = p5; if 2 then  elseif nil then  else  end;  end;  return -(c) end end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) c, t = math.max(true, false), obj:get(1); f = 'hello world'; b = 100 == t;  return self, z end
  for k, w in ipairs(true) do cap() show(k, w) f, f = obj.y, (b(a)); show(c, t);  end
  f[function(p1) b = p1; repeat cap() local zz = true until zz or true;  return p1, obj:get(p1) end], t.x = 100 or 100 == obj.y, b
  f = table.concat({true, tostring('')}, 'a b  c')
  c = (b(c))
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local l1, m1 = table.concat({a + t, c(a, true)}, 'x=1,y=2'), a.x
  b[math.min((pcall(a, c)), l1.x)] = table.concat({{m1, 2}, {1, true}}, '10')
  t = tostring(nil)
  table.insert(c, false)
  for k, w in ipairs({false - 'abc', true}) do cap() show(k, w) function obj:m(z) m1 = 7; f = true; for i = 1, 100, 1 do cap() l1 = 7; local function h2(p3)  return 'abc', b end;  end;  return self, z end;  end
  show(a, b, c, t, f)
end)
