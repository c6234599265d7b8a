-- Runs the automaton of a regular expression over a text, all ways at once: the time grows
-- with the text and with the expression, and never beyond their product. An automaton is a
-- text as "1 97,98 t 2 97 98;m": where it begins, what a match begins with ("-": anything),
-- and its steps: t takes a character of these ranges, e goes two ways, m is a match, and
-- the others go on at a place: tb and te, lb and le where the text or a line begins and
-- ends, we where a word begins or ends, nw elsewhere.
local stack = {}

local function word(code)
  return code and (code >= 48 and code <= 57 or code >= 65 and code <= 90 or code == 95 or code >= 97 and code <= 122) or false
end

local function stands(place, before, after) -- whether the place is here
  if place == "tb" then return before == nil end
  if place == "te" then return after == nil end
  if place == "lb" then return before == nil or before == 10 end
  if place == "le" then return after == nil or after == 10 end
  return (word(before) ~= word(after)) == (place == "we")
end

local function read(automaton)
  local start, first, steps = automaton:match("^(%d+) (%S+) (.*)$")
  local m = { start = tonumber(start), marks = {} }
  if first ~= "-" then
    m.first = {}
    for code in first:gmatch("%d+") do m.first[tonumber(code)] = true end
  end
  for step in steps:gmatch("[^;]+") do
    local numbers = { step:match("^%a+") }
    for number in step:gmatch("%d+") do table.insert(numbers, tonumber(number)) end
    table.insert(m, numbers)
  end
  return m
end

local function enter(m, list, at, i) -- adds the steps that wait for a character; true at a match
  local top = 1
  stack[1] = at
  while top > 0 do
    at, top = stack[top], top - 1
    if m.marks[at] ~= i and m.afford(1) then
      m.marks[at] = i
      local step = m[at]
      local kind = step[1]
      if kind == "m" then return true end
      if kind == "e" then
        stack[top + 1], stack[top + 2], top = step[3], step[2], top + 2
      elseif kind == "t" then
        list.size = list.size + 1
        list[list.size] = step
      elseif stands(kind, m.codes[i - 1], m.codes[i]) then
        stack[top + 1], top = step[2], top + 1
      end
    end
  end
  return false
end

local function takes(step, code)
  for i = 3, #step, 2 do
    if code >= step[i] and code <= step[i + 1] then return true end
  end
  return false
end

local function codes_of(text)
  local codes = {}
  for char in text:gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    local a, b, c, d = char:byte(1, 4)
    local code = a
    if b then code = (a - 192) * 64 + b - 128 end
    if c then code = (a - 224) * 4096 + (b - 128) * 64 + c - 128 end
    if d then code = (a - 240) * 262144 + (b - 128) * 4096 + (c - 128) * 64 + d - 128 end
    table.insert(codes, code)
  end
  return codes
end

local texts = {}

return function(automaton, text, afford)
  if not afford(10 + math.floor(#automaton / 8)) then return false end
  local m = read(automaton)
  texts[text] = texts[text] or codes_of(text)
  m.codes, m.afford = texts[text], afford
  local now, later = { size = 0 }, { size = 0 }
  for i = 1, #m.codes + 1 do
    local code = m.codes[i]
    if not afford(1) then return false end
    if not m.first or code and m.first[code] then
      if enter(m, now, m.start, i) then return true end
    end
    later.size = 0
    for n = 1, code and now.size or 0 do
      if not afford(1) then return false end
      if takes(now[n], code) and enter(m, later, now[n][2], i + 1) then return true end
    end
    now, later = later, now
  end
  return false
end
