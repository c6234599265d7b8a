-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["nil 0.5 true 1 b table 0.5 function ok","failed","false ERR nil b table table 100 ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = tonumber(t, 16) show(z, ...) return z end
  t = (f(t))
  repeat cap() local zz = (pcall(t, tostring(-1))) until zz or true
  while cap() and b do t = 0.5; c[nil ~= '10'] = #(b); show(pcall(function(...) show(nil, t);  end, tostring(nil)));  break end
  function obj.n(z, ...) z = (pcall(c, c)) show(z, ...) return z end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj:m(z) while cap() and math.fmod('hello world', nil) do function obj.n(z, ...) z = c show(z, ...) return z end; table.insert(c, 100); t = (c(t));  break end; repeat cap() local zz = obj:get(f) until zz or true;  return self, z end
  c[{a .. 2, obj.y}], c.x = tonumber(math.floor(f, nil)), b(true + 1, not (true))
  b, f, b = f, a, a
  for k, w in ipairs(c) do cap() show(k, w) show(pcall(function(...) table.insert(c, 0.5); for i = 3, 7, 1 do cap() for i = 3, 7, 2 do cap()  end; while cap() and nil do  break end;  end;  end, obj.x)); for k, w in ipairs((pcall(c, b))) do cap() show(k, w) function obj:m(z) show(pcall(function(...)  end, f)); if nil then  elseif t then  else  end;  return self, z end; for i = 1, -1, -1 do cap() local l1, m1 = f, c;  end; b = false;  end; for i = 1, 1, -1 do cap() local function h2(p3, q3, ...) local l4, m4 = false; function obj:m(z)  return self, z end; function obj:m(z)  return self, z end;  return p3 end;  end;  end
  local l5, m5 = c[true], nil
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2, q2) while cap() and a(b, 100) do while cap() and q2 do for k, w in ipairs(c) do cap() show(k, w)  end;  break end;  break end; show(math.max(nil, 2), nil .. '');  return tostring(nil) .. 'Zed', obj.get end
  show(pcall(function(...) if b.x then h1[c] = b; c = 100;  elseif {true, 2} then a, f = nil, 100; if nil then table.insert(c, 100); h1, h1, h1 = a, f, a; local l3, m3 = c, false;  elseif nil then if f then  elseif 0.5 then  else  end; h1 = (c(h1)); c[f] = nil;  else for i = 1, 100, -1 do cap()  end; f[false] = t;  end;  else repeat cap() local zz = c until zz or true;  end;  end, 'a b  c'))
  h1 = true
  function obj.n(z, ...) z = unpack({select(1, nil, 100), nil .. b}, 2, 3) show(z, ...) return z end
  c = {['hello world'] = 3, x = 10, 1} or t(10, nil)
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = tostring(true)
  c = #(nil) >= f2(a, nil, 2)
  local function h1(p2, q2) b = tostring(true); q2 = table.concat({'Zed', 1}, 'x=1,y=2'); for k, w in ipairs(true) do cap() show(k, w) for i = 1, 3, 1 do cap() while cap() and p2 do  break end; local l3, m3 = t;  end; local function h4(p5, q5, ...) show(pcall(function(...)  end, 10)); local l6, m6 = '', p2; for k, w in ipairs(t) do cap() show(k, w)  end;  return nil end;  end;  return h1, h1[f[p2]] end
  table.insert(c, nil > b[true])
  t[tostring(nil)] = f2((f(t)), f, ('10'):byte(1, -1))
  show(a, b, c, t, f)
end)
