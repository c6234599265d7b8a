-- The probe of the conformance kit in Lua; see abi/conformance.

-- JSON of requests, which are valid, into values. Lua reads no JSON by itself.
local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8(code)
	if code < 0x80 then return string.char(code) end
	if code < 0x800 then return string.char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
	if code < 0x10000 then
		return string.char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
	end
	return string.char(0xF0 + math.floor(code / 262144), 0x80 + math.floor(code / 4096) % 64,
		0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
end

local function read_text(json, at)
	local parts, from = {}, at
	while true do
		local stop = json:find('["\\]', from)
		table.insert(parts, json:sub(from, stop - 1))
		if json:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
		local letter = json:sub(stop + 1, stop + 1)
		from = stop + 2
		if letter == "u" then
			local code = tonumber(json:sub(from, from + 3), 16)
			from = from + 4
			if code >= 0xD800 and code < 0xDC00 then
				local low = tonumber(json:sub(from + 2, from + 5), 16)
				code = 0x10000 + (code - 0xD800) * 1024 + low - 0xDC00
				from = from + 6
			end
			table.insert(parts, utf8(code))
		else
			table.insert(parts, escapes[letter] or letter)
		end
	end
end

local words = { t = { true, 4 }, f = { false, 5 }, n = { nil, 4 } }

local function read(json, at)
	at = json:find("[^%s,:]", at)
	local first = json:sub(at, at)
	if first == '"' then return read_text(json, at + 1) end
	if first == "{" or first == "[" then
		local value, count = {}, 0
		at = at + 1
		while true do
			at = json:find("[^%s,:]", at)
			local next_one = json:sub(at, at)
			if next_one == "}" or next_one == "]" then return value, at + 1 end
			local key
			if first == "{" then
				key, at = read_text(json, at + 1)
			else
				count = count + 1
				key = count
			end
			value[key], at = read(json, at)
		end
	end
	if words[first] then return words[first][1], at + words[first][2] end
	local digits = json:match("^[-+.%deE]+", at)
	return tonumber(digits), at + #digits
end

-- Values into JSON, for reasons. The numbers of an embedding are not what it is,
-- so a value that holds one has no text.
local unwritable = {}

local function quote(text)
	return '"' .. text:gsub('[%z\1-\31\\"]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function write(value)
	local sort = type(value)
	if sort == "string" then return quote(value) end
	if sort == "number" then return value == math.floor(value) and ("%.0f"):format(value) or ("%.17g"):format(value) end
	if sort ~= "table" then return tostring(value) end
	if getmetatable(value) == false then error(unwritable) end
	local parts = {}
	if value[1] ~= nil or next(value) == nil then
		for i, element in ipairs(value) do parts[i] = write(element) end
		return "[" .. table.concat(parts, ",") .. "]"
	end
	for name, field in pairs(value) do
		table.insert(parts, quote(name) .. ":" .. write(field))
	end
	return "{" .. table.concat(parts, ",") .. "}"
end

local function entry(reason) return { ref = "skill:probe", reason = reason } end

-- reply_of makes a call and gives its reply as the contract has it.
local function reply_of(name, request)
	local done, value = pcall(impressionism[name], request)
	if not done then
		if type(value) ~= "table" then error(value, 0) end
		return { error = { code = value.code, message = value.message } }
	end
	return { ok = value }
end

local function told(reply)
	if reply.error == nil and reply.ok == nil then return entry('{"ok":null}') end
	local written, text = pcall(write, reply)
	if written then return entry(text) end
	if text ~= unwritable then error(text, 0) end
	return entry(reply)
end

local entered = 0
local verbs = {}

function verbs.echo(list, field, context)
	local empty = { user_prompt = "", neutral = false, sequence = 0 }
	local value = context[field]
	if value == nil then value = empty[field] end
	if type(value) == "number" then value = ("%.0f"):format(value) end
	table.insert(list, entry(tostring(value)))
end

function verbs.call(list, rest)
	local name, request = rest:match("^(%S+) (.*)$")
	table.insert(list, told(reply_of(name, (read(request, 1)))))
end

verbs["repeat"] = function(list, rest)
	local times, name, request = rest:match("^(%d+) (%S+) (.*)$")
	local reply
	for _ = 1, tonumber(times) do reply = reply_of(name, (read(request, 1))) end
	table.insert(list, told(reply))
end

function verbs.must(list, rest)
	local name, request = rest:match("^(%S+) (.*)$")
	table.insert(list, told({ ok = impressionism[name]((read(request, 1))) }))
end

function verbs.entry(list, rest)
	local ref, score, reason = rest:match("^(%S+) (%S+) (.*)$")
	table.insert(list, { ref = ref, score = tonumber(score), reason = reason })
end

function verbs.activated(list, _, context)
	for _, one in ipairs(context.activated or {}) do
		table.insert(list, { ref = one.ref, reason = one.reason })
	end
end

function verbs.count(list) table.insert(list, entry(tostring(entered))) end

function verbs.big(list, size) table.insert(list, entry(("x"):rep(tonumber(size)))) end

function verbs.surrogate() impressionism.log("info", "half \237\160\128 pair") end

function verbs.random(list) table.insert(list, entry(("%.0f"):format(math.random(1, 2147483647)))) end

function verbs.fail(_, text) error(text, 0) end

function verbs.panic(_, text) error(text) end

function verbs.loop() while true do end end

function verbs.recurse()
	local function again(n) return n + again(n + 1) end
	again(1)
end

local function run(context, second)
	entered = entered + 1
	local list = {}
	for line in ((context.user_prompt or "") .. "\n"):gmatch("(.-)\n") do
		local later = line:sub(1, 5) == "then "
		if later then line = line:sub(6) end
		if line ~= "" and later == second then
			local verb, rest = line:match("^(%S+) ?(.*)$")
			if not verbs[verb] then error("no such line: " .. line, 0) end
			verbs[verb](list, rest, context)
		end
	end
	return list
end

return {
	evaluate_activation = function(context) return run(context, false) end,
	evaluate_deactivation = function(context) return run(context, true) end,
}
