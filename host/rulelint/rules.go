package rulelint

var rules = []Rule{
	{
		"manifest-missing", Warning, "There is no manifest.",
		"A ruleset without one gets an id from its name, every host call and no parameters. A module carries its manifest in itself. A lone .lua file needs none.",
		"careful/careful.lua", "careful/careful.lua\ncareful/ruleset.json",
	},
	{
		"manifest-syntax", Error, "The manifest is no valid JSON.",
		"The ruleset cannot be loaded.",
		`{ "id": "acme/careful", "abi": 1, }`, `{ "id": "acme/careful", "abi": 1 }`,
	},
	{
		"manifest-field", Error, "A field of the manifest is unknown or given twice.",
		"The manifest is read strictly, so that a misspelt field is found here and not in use.",
		`"parameter": { … }`, `"parameters": { … }`,
	},
	{
		"manifest-required", Error, "A field of the manifest is missing.",
		"Without id and abi the ruleset cannot be loaded; a parameter needs a type.",
		`{ "id": "acme/careful" }`, `{ "id": "acme/careful", "abi": 1 }`,
	},
	{
		"manifest-value", Error, "A value of the manifest is wrong.",
		"It is of another kind than schemas/manifest.schema.json allows, outside its limits, or a default that its own parameter refuses.",
		`"default": 2, "maximum": 1`, `"default": 0.7, "maximum": 1`,
	},
	{
		"id-folder", Warning, "The id does not end in the folder's name.",
		"In a rules folder a ruleset is found by where it lies: acme/careful is the folder careful in the folder acme. rules add puts it there.",
		`strict/ruleset.json: "id": "acme/careful"`, `careful/ruleset.json: "id": "acme/careful"`,
	},
	{
		"abi-unserved", Error, "This host does not serve the manifest's abi.",
		"The number says for which version of the contract the ruleset was written.",
		`"abi": 2`, `"abi": 1`,
	},
	{
		"code-missing", Error, "There is no code.",
		"It is the file that the manifest's code names, else <folder>.lua, ruleset.lua, <folder>.wasm or ruleset.wasm. A compiled ruleset has to be built first.",
		`"code": "carefull.lua"`, `"code": "careful.lua"`,
	},
	{
		"file-size", Error, "A file is too large.",
		"At most 256 KiB of a Lua file and 16 MiB of a module are read.",
		"careful.lua: 300 KiB", "careful.lua, words.lua: 150 KiB each",
	},
	{
		"lua-syntax", Error, "The Lua code cannot be loaded.",
		"The language is Lua 5.1 with goto. Some limits of the sandbox count as syntax: depth of nesting, length of lists and names.",
		"if score >= 0.7 return {} end", "if score >= 0.7 then return {} end",
	},
	{
		"function-missing", Error, "One of the two functions is absent.",
		"A ruleset has both evaluate_activation and evaluate_deactivation. At run time an absent one says nothing, which hides misspelt names.",
		"function M.evaluate_activate(context)", "function M.evaluate_activation(context)",
	},
	{
		"result-wrong", Error, "The file gives no ruleset.",
		"The code file is loaded in the sandbox, without a host, and has to return a table with both functions.",
		"return \"careful\"", "return M",
	},
	{
		"answer-wrong", Error, "A function answers something that is no list.",
		"Each of the two returns a list of entries, an empty one where it has nothing to say. It is called once, without a prompt and without a host.",
		"return \"database\"", "return { { skill_id = \"database\", reason = \"asked for\" } }",
	},
	{
		"global-forbidden", Error, "A part of Lua is used that the sandbox does not have.",
		"A ruleset is a pure function of its inputs: it has no files, clock, network, or code made at run time. Where a name may be nil, in a condition or beside or, it is not told.",
		`print("found " .. id)`, `impressionism.log("info", "found " .. id)`,
	},
	{
		"global-unknown", Error, "A name is not defined.",
		"It is neither local, nor assigned in this file, nor of the sandbox, so it is nil: calling or indexing it ends the evaluation.",
		"for _, s in ipair(skills) do", "for _, s in ipairs(skills) do",
	},
	{
		"global-assigned", Warning, "A global variable is set.",
		"Modules of one ruleset share globals, and a misspelt name makes a second variable instead of an error.",
		"count = 0", "local count = 0",
	},
	{
		"library-unknown", Error, "A library has no such function.",
		"The libraries are string, table and math of Lua 5.1, without string.dump.",
		"string.trim(text)", `text:match("^%s*(.-)%s*$")`,
	},
	{
		"require-unknown", Error, "A required module does not exist.",
		"require finds builtin.*, custom.* and Lua files in the ruleset's own folder, and only names that are written out. What custom.* has is known only where it is installed, so these are not told.",
		`require("socket")`, `require("builtin.default")`,
	},
	{
		"call-unknown", Error, "There is no such host call.",
		"It is misspelt, or of a later version of the host.",
		"impressionism.search_skill(text, 5)", "impressionism.search_skills(text, 5)",
	},
	{
		"call-arguments", Error, "A host call gets wrong arguments.",
		"Too many are refused. One that is missing reads as zero or an empty text, which is seldom meant. A request written as a table has the fields of host-calls.md.",
		"impressionism.search_skills(text)", "impressionism.search_skills(text, 5)",
	},
	{
		"call-undeclared", Error, "A host call is used and not declared.",
		"Only the calls in the manifest may be made; the others answer not_allowed. What a required module calls counts too.",
		`"calls": []`, `"calls": ["search_skills"]`,
	},
	{
		"call-unused", Warning, "A host call is declared and not used.",
		"The list is what users agree to when they add the ruleset; it should be no longer than needed.",
		`"calls": ["search_skills", "get_recent_messages"]`, `"calls": ["search_skills"]`,
	},
	{
		"parameter-undeclared", Warning, "A parameter is read and not declared.",
		"Nobody can set what the manifest does not have: get_param always gives its second argument. Only names written out are looked at.",
		`get_param("treshold", 0.7)`, `get_param("threshold", 0.7)`,
	},
	{
		"parameter-unread", Warning, "A parameter is declared and never read.",
		"Who sets it changes nothing. One whose description says that it is unused, kept for older configurations, is not told; nor any where names are computed.",
		`"parameters": { "boost": … } and no get_param("boost")`, `get_param("boost", 0.1)`,
	},
	{
		"module-invalid", Error, "The file is no WebAssembly module.",
		"It is damaged, cut off, or something else.",
		"careful.wasm: text", "careful.wasm: a core module, version 1",
	},
	{
		"module-import", Error, "The module imports what the host does not give.",
		"There are Extism's functions without http, one function for each host call, and the part of WASI that programs need to start; each with its signature.",
		"import extism:host/env http_request", "(leave the http feature out)",
	},
	{
		"module-export", Error, "An export of the module is wrong.",
		"The two functions take nothing and give an i32. The module is a reactor, not a command.",
		"_start", "evaluate_activation () -> i32",
	},
	{
		"module-abi", Error, "The module's marker of the ABI is missing or of another version.",
		"The export impressionism_abi_1 says for which contract the module was built, before anything of it runs. The SDKs write it.",
		"(no marker)", "export impressionism_abi_1",
	},
	{
		"module-limits", Error, "The module is larger than the sandbox allows.",
		"Memory at the start, tables, functions, imports and exports have limits, so that checking and compiling are cheap.",
		"memory of 2,000 pages", "memory of 32 pages",
	},
	{
		"module-stale", Warning, "The module is older than its sources.",
		"rules pack writes a hash of the sources beside a module into it; this one has another. Not the files' times count, which a checkout sets anew, but what is in them.",
		"src/lib.rs changed, careful.wasm not", "sh build.sh",
	},
	{
		"module-unmarked", Note, "The module does not say from which sources it was built.",
		"Without it, a module that is older than its sources is tested and added as if it were theirs.",
		"cargo build && cp … careful.wasm", "cargo build && cp … careful.wasm && impressionism rules pack careful.wasm",
	},
	{
		"module-slow", Note, "The module was built by the standard Go toolchain.",
		"Its runtime is megabytes large and starts anew for each event. It works; other toolchains make modules that are thirty times smaller.",
		"GOOS=wasip1 go build", "tinygo build, cargo build, or Lua",
	},
	{
		"scenario-invalid", Error, "A scenario cannot be read.",
		"It does not follow schemas/scenario.schema.json, says no why, or names skills that it does not have.",
		"expects: { activate: [] }", "expect: { activate: [] }",
	},
	{
		"scenarios-missing", Warning, "There is no scenario.",
		"A scenario shows what the ruleset does and why it should, and keeps it so.",
		"(no scenarios/*.yaml)", "scenarios/fits.yaml",
	},
	{
		"readme-missing", Warning, "There is no README.md.",
		"It is what rules explain shows to who wants to use the ruleset.",
		"(none)", "README.md",
	},
	{
		"readme-heading", Warning, "The README lacks a heading.",
		"What it does, Why, Example and Options, in any order and at any level, so that a reader finds the same in every ruleset.",
		"# careful\nSuggests little.", "# careful\n## What it does\nSuggests little.",
	},
	{
		"disable-invalid", Warning, "A comment that switches a rule off is not right.",
		"It names a rule and a reason. Without them it does nothing.",
		"-- impressionism:disable global-assigned", "-- impressionism:disable global-assigned: shared with lib.lua",
	},
}
