-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","false ERR 1 b table nil  ok","failed","true function function table table nil ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = ('Zed'):sub(100)
  b = (f(b))
  local function h1(p2, q2) function obj:m(z) b = (p2(b));  return self, z end;  return 'x=1,y=2' end
  function obj:m(z) local l3, m3 = function(p4, q4) for i = 3, -1, -1 do cap()  end; t[true] = f;  return nil end; show(pcall(function(...) local function h5(p6, q6) f = p6; function obj:m(z)  return self, z end;  return a end; while cap() and false do b[l3], t.x = 7, false;  break end;  end, a == a));  return self, z end
  repeat cap() local zz = c(nil and f, select('#', f, c)) until zz or true
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  while cap() and 7 do f, f, b = c, a, b;  break end
  show(pcall(function(...) while cap() and f2('x=1,y=2', nil, false) do repeat cap() local zz = false until zz or true; b[b] = false;  break end;  end, 'a.b'))
  function obj:m(z) for i = 1, 10, -1 do cap() show(pcall(function(...) local l1, m1 = c, t; c, f, t = f, b, f; t, a, b = l1, b, t;  end, true));  end; show(pcall(function(...) while cap() and 'hello world' do show(t, nil);  break end; table.insert(c, c); t, b, b = b, c, c;  end, math.floor(c, b)));  return self, z end
  t = true
  t, f = tostring(nil), table.concat({obj:get(nil), tonumber(b, 10)}, '10')
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, 'abc')
  show(math.floor(math.max(nil, a), 100 - f), f2(#(100), t(nil, 1), 7))
  while cap() and table.concat({{nil, t}, not (nil)}, 'a.b') do local function h1(p2, q2) repeat cap() local zz = true until zz or true; t, p2 = true, h1; while cap() and h1 do f = 7; q2[f] = nil; show(pcall(function(...)  end, false));  break end;  return #(c) end;  break end
  function obj:m(z) t = (a(t));  return self, z end
  if b.x then function obj:m(z) for k, w in ipairs(a) do cap() show(k, w) local l3, m3 = nil; local l4, m4 = l3, false; f = f;  end;  return self, z end;  elseif select(1, tostring(0.5), t.x) then local l5, m5 = table.concat({nil, nil}, 'a.b');  else function obj:m(z) repeat cap() local zz = f until zz or true;  return self, z end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  show(pcall(function(...) for i = 3, 3, 1 do cap() a, a, b = f, f, b;  end;  end, function(p1, ...) a = false; local function h2(p3, q3, ...) p3 = t;  return t end;  return {t, '10'} end))
  table.insert(c, nil)
  b, b = f, obj:get(b)
  f = (f(f))
  function obj:m(z) local l4, m4 = table.concat({a, 7}, 'Zed');  return self, z end
  show(a, b, c, t, f)
end)
