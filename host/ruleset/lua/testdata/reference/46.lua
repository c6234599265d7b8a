-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["failed","true true true true true true true true true true true table false table table function ok","1 b table table function ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  for i = 1, 2, -1 do cap() repeat cap() local zz = {['abc'] = 2, x = f, c} until zz or true; show(tonumber(a, 16), t.x); show(pcall(function(...) local function h1(p2) show(pcall(function(...)  end, c)); show(nil, p2);  return true, 0.5 end;  end, tostring(7)));  end
  t[c], t.x = ('a.b'):sub(2), {['abc'] = -1, x = {b, c}, ('x=1,y=2')}
  c = (f(c))
  c = t
  while cap() and {3, false} do for k, w in ipairs(f2(f, b, nil)) do cap() show(k, w) if true then repeat cap() local zz = true until zz or true;  elseif 'abc' then c = c;  else for k, w in ipairs(true) do cap() show(k, w)  end; repeat cap() local zz = 7 until zz or true; b = (a(b));  end;  end; b['a b  c'], t.x = false, tostring(0.5); b = (pcall(b, c));  break end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  b = false
  local function h1(p2, q2, ...) p2, p2, q2 = q2, h1, h1; for k, w in ipairs(false) do cap() show(k, w) if true then h1 = true; show(pcall(function(...)  end, f));  elseif t then local function h3(p4, q4)  return t end; p2 = 10;  else function obj:m(z)  return self, z end; function obj.n(z, ...) z = true show(z, ...) return z end;  end;  end;  return math.fmod(tostring(true), '10'), (h1(math.floor(true, 0.5))) end
  show(pcall(function(...) h1, a, a = f, t, b; for i = 3, -1, -1 do cap() show(pcall(function(...) if h1 then  elseif false then  else  end; show(pcall(function(...)  end, true));  end, nil));  end;  end, f))
  table.insert(c, 10)
  h1 = f
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  function obj.n(z, ...) z = t show(z, ...) return z end
  repeat cap() local zz = nil until zz or true
  repeat cap() local zz = c[f2(f, nil, nil)] until zz or true
  repeat cap() local zz = f2(select('#', f, nil), true, a == a) until zz or true
  while cap() and c do a = (1);  break end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  a = 7
  c[a(f, c)] = t
  if nil then if {['abc'] = c, x = t, t} then show(c, f); function obj.n(z, ...) z = 0.5 show(z, ...) return z end; c = true;  elseif c .. 2 then f[true] = t; f = true; function obj.n(z, ...) z = true show(z, ...) return z end;  else local l1, m1 = 'a b  c', true;  end;  elseif (pcall(a, f)) then local function h2(p3, q3) table.insert(c, 1); f = a; function obj.n(z, ...) z = true show(z, ...) return z end;  return (true) end; function obj.n(z, ...) z = t show(z, ...) return z end;  else local l4, m4 = obj.get, f[t]; for k, w in ipairs(l4) do cap() show(k, w) t = true;  end;  end
  a, f = (a(c.x)), c * obj:get(true)
  show(pcall(function(...) table.insert(c, a);  end, {#(true), nil}))
  show(a, b, c, t, f)
end)
