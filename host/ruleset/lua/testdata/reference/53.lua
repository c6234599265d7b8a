-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","1 false false table 6 ok","true b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = tostring('hello world') and {nil, true}
  local l1, m1 = f2(true, tostring(1), c.x)
  f[unpack({tonumber(10, 16), c}, 2, 3)], c.x = true, (t.x)
  while cap() and a[{['x=1,y=2'] = b, x = b, true}] do while cap() and {m1, 'abc'} do function obj:m(z) c = l1; table.insert(c, t);  return self, z end;  break end;  break end
  if (pcall(c, table.concat({l1, false}, 'abc'))) then repeat cap() local zz = obj.x until zz or true; if math.max(m1, b) then b = l1;  elseif tonumber(t, 16) then l1 = (a(l1));  else for i = 1, 1, -1 do cap() t[nil], m1.x = b, 0.5;  end; show(f, 10); show(pcall(function(...) repeat cap() local zz = b until zz or true;  end, b));  end;  elseif obj:get(2) then while cap() and a['hello world'] do function obj.n(z, ...) z = 100 show(z, ...) return z end; repeat cap() local zz = 10 until zz or true; if true then for k, w in ipairs(false) do cap() show(k, w)  end; while cap() and nil do  break end; while cap() and nil do  break end;  elseif b then show(t, m1); repeat cap() local zz = c until zz or true;  else show('x=1,y=2', l1); show(false, false);  end;  break end; c = unpack({a, l1}, 2, 1); f[b] = (pcall(c, c));  else for i = 1, 7, -1 do cap() for i = 3, 7, 2 do cap() if true then  elseif true then  else  end; local function h2(p3, q3)  return '' end; repeat cap() local zz = false until zz or true;  end; f[a], c.x = b, nil;  end; local function h4(p5) if 2 then a = (f(a)); function obj.n(z, ...) z = p5 show(z, ...) return z end;  elseif nil then p5, c, p5 = h4, a, f; f = t;  else local function h6(p7)  return nil, a end; repeat cap() local zz = t until zz or true;  end; local l8, m8 = true, nil; local l9, m9 = 'x=1,y=2', false;  return h4, {[''] = p5, x = 3, 'a b  c'} end;  end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = (f({-1, nil})) show(z, ...) return z end
  b, f = c, obj.y
  c = false
  b = c
  local l1, m1 = {b, function(p2, q2) show(t, nil); for k, w in ipairs('a.b') do cap() show(k, w)  end; table.insert(c, 'hello world');  return 'a b  c', nil end}
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) c, b, c = c, b, b;  return self, z end
  function obj.n(z, ...) z = f(true, {[''] = '', x = a, nil}) show(z, ...) return z end
  local function h1(p2, q2) function obj.n(z, ...) z = a + p2 show(z, ...) return z end; local function h3(p4, q4, ...) b, h1 = t, true;  return f2(false, h1, c), f2(false, h3, false) end;  return nil, math.min(a, 3) .. (false) end
  a, h1 = unpack({tonumber(nil), true}, 2, 3), c
  function obj.n(z, ...) z = a(#(nil), obj.x) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  if (a.x) then for i = 1, 100, -1 do cap() b = nil; f = nil; t, c = nil, f;  end; t, t = f, a;  elseif obj.get then function obj.n(z, ...) z = false show(z, ...) return z end;  else c = true; show({['a b  c'] = t, x = 'x=1,y=2', a}, unpack({'x=1,y=2', false}, 2, 1)); a = (t(a));  end
  for i = 1, 1, 1 do cap() b, f, b = t, b, a; table.insert(c, ('Zed'):upper()); a = {t, true};  end
  for i = 3, 0.5, 2 do cap() t = #(true);  end
  f, a = {['10'] = t * true, x = obj.get, c[nil]}, select(-1, tonumber(true, 10), t(f, c))
  local function h1(p2, q2, ...) c = b <= nil; t[tonumber(1, 10)] = function(p3, q3, ...) q3 = (a(q3)); b[p3] = p3;  return p2 end; t[function(p4, q4) for i = 3, 2, 1 do cap()  end;  return nil, 'a b  c' end], h1.x = tonumber(nil, 10), true;  return (''):reverse() end
  show(a, b, c, t, f)
end)
