-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true function 1 49 nil table ok","1 true failed","1 1 2 2 3 3 true 1 b abc abc abc ok"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, f, a = a, c, a
  function obj.n(z, ...) z = true show(z, ...) return z end
  t = (a(t))
  while cap() and function(p1, q1) p1, p1 = 10, false;  return p1, t.x end do local l2, m2 = b[false];  break end
  a = 'hello world'
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b, b, c = f, c, c
  show(pcall(function(...) local function h1(p2, ...) while cap() and true do b = 'a.b';  break end;  return 100 or 'x=1,y=2', function(p3) show(7, nil); repeat cap() local zz = false until zz or true; repeat cap() local zz = c until zz or true;  return 'abc' end end; a, h1, b = f, b, b;  end, (''):reverse()))
  while cap() and 'a b  c' do t, b = unpack({t, nil}, 2, 3), 1;  break end
  function obj:m(z) local l4, m4 = t(b, f); a = false;  return self, z end
  f, c = {7, function(p5, q5, ...) p5 = false; b, a, a = f, p5, q5; show(pcall(function(...)  end, nil));  return f end}, ('10'):byte(1, -1)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for k, w in ipairs({['10'] = b, x = (3), tostring(true)}) do cap() show(k, w) f = (b(f));  end
  function obj:m(z) local l1, m1 = obj.get; for k, w in ipairs(table.concat({'10', 10}, 'a b  c')) do cap() show(k, w) while cap() and true do b['10'], t.x = false, t; m1 = (b(m1));  break end; show(pcall(function(...) show(false, true); local l2, m2 = '10', false;  end, c)); c = (c(c));  end; show('', obj.x);  return self, z end
  for k, w in ipairs(a(nil, table.concat({'10', c}, ''))) do cap() show(k, w) c, c, c = t, c, a;  end
  f[f2(a(t, t), table.concat({true, f}, ''), tostring(3))] = not (c[c])
  while cap() and table.concat({a, t}, 'a.b') < true do table.insert(c, select(1, 'a.b', b));  break end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  f = function(p1) function obj:m(z) b = false;  return self, z end; table.insert(c, ''); f = nil;  return p1, p1.x end
  for i = 1, 1, 1 do cap() show(pcall(function(...) for k, w in ipairs(c) do cap() show(k, w) while cap() and true do  break end;  end; f = 'abc';  end, true));  end
  t, t, a = f, t, a
  local function h2(p3) local l4, m4 = obj.x; show(pcall(function(...) local l5, m5 = 'Zed', p3; local function h6(p7, q7) function obj.n(z, ...) z = false show(z, ...) return z end; for i = 3, 100, 2 do cap()  end;  return 'a.b', true end; f, a, m4 = h6, h6, p3;  end, (pcall(l4, true))));  return f2({[''] = nil, x = false, p3}, obj:get('hello world'), #(t)), {h2.x, {['x=1,y=2'] = p3, x = 0.5, b}} end
  a, c, h2 = a, f, f
  show(a, b, c, t, f)
end)
