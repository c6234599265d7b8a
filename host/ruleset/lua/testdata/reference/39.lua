-- Generated statements and what Lua 5.1.5 makes of them.
-- expect: ["1 b 1 table function ok","nil 10 failed","1 b table function nil ok","failed"]
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  local function h1(p2) local function h3(p4) function obj:m(z) show(t, nil);  return self, z end; p4 = nil;  return f end;  return function(p5, q5) table.insert(c, 7);  return f.x end end
  for i = 3, 7, -1 do cap() local function h6(p7, ...) f = false;  return false end; function obj.n(z, ...) z = function(p8) for i = 3, 1, 2 do cap()  end; t = (t(t)); function obj:m(z)  return self, z end;  return '10', h1 end show(z, ...) return z end; function obj:m(z) for i = 3, 2, 2 do cap() for k, w in ipairs(true) do cap() show(k, w)  end;  end; local l9, m9 = -1, nil; function obj:m(z) h6 = ''; if 'abc' then  elseif true then  else  end;  return self, z end;  return self, z end;  end
  function obj.n(z, ...) z = -({b, a}) show(z, ...) return z end
  c = a
  local l10, m10 = function(p11, q11) c[1] = p11;  return t ~= false, function(p12, q12, ...) function obj.n(z, ...) z = true show(z, ...) return z end; p12 = (h1(p12)); table.insert(c, false);  return c, nil end end
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  c = nil
  while cap() and '10' do c, c = a, false; f, a, c = a, c, f;  break end
  show(nil, '10')
  c = (t(c))
  f['a b  c'], c.x = math.fmod(select(1, false, false), b[t]), 10
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  table.insert(c, 'Zed')
  table.insert(c, tonumber(b, 16))
  t, f, t = f, a, t
  f = b.x
  t = t
  show(a, b, c, t, f)
end)
results[#results + 1] = run(function()
  local a, b, c, t, f = 1, 'b', {1, 2, 3}, {x = 1, y = 'q'}, function(u, v) return v, u end
  local obj = {x = 5, y = 6, get = function(self, k) return self[k], k end}
  t = false
  for k, w in ipairs(t - a[0.5]) do cap() show(k, w) c[obj:get(b)], c.x = true, tonumber(false, 16); a = t; if 10 then show(pcall(function(...) repeat cap() local zz = a until zz or true;  end, c));  elseif obj:get(false) then t = f; if 1 then for k, w in ipairs(nil) do cap() show(k, w)  end;  elseif nil then while cap() and 3 do  break end; function obj.n(z, ...) z = '' show(z, ...) return z end;  else show(pcall(function(...)  end, nil)); while cap() and t do  break end;  end; c = c;  else for i = 1, 100, 1 do cap() for i = 3, -1, 2 do cap()  end;  end; local l1, m1 = 2;  end;  end
  while cap() and ('abc'):len() do repeat cap() local zz = false until zz or true;  break end
  c[b.x], t.x = (pcall(t, false)), -(-(true))
  show(t, (a[true]))
  show(a, b, c, t, f)
end)
