package rulelint

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/diag"
)

// marker is the export by which a module names the contract that it was built for.
var marker = fmt.Sprintf("impressionism_abi_%d", abi.Version)

// KindUnknown is the rule of a kind that this host does not have, and that resembles none
// of its own.
const KindUnknown = "kind-unknown"

// Rules are in the order of a ruleset's parts.
var Rules = diag.Rules{
	{
		Code: "manifest-missing", Severity: Warning, Summary: "There is no manifest.",
		Why: "A ruleset without one gets an id from its name, every host call and no parameters. A module carries its manifest in itself. A lone .lua file needs none.",
		Bad: "careful/careful.lua", Good: "careful/careful.lua\ncareful/ruleset.json",
	},
	{
		Code: "manifest-syntax", Severity: Error, Summary: "The manifest is no valid JSON.",
		Why: "The ruleset cannot be loaded.",
		Bad: `{ "id": "acme/careful", "abi": 2, }`, Good: `{ "id": "acme/careful", "abi": 2 }`,
	},
	{
		Code: "manifest-field", Severity: Error, Summary: "A field of the manifest is unknown.",
		Why: "The manifest is read strictly, so that a misspelt field is found here and not in use.",
		Bad: `"parameter": { … }`, Good: `"parameters": { … }`,
	},
	{
		Code: "manifest-required", Severity: Error, Summary: "A field of the manifest is missing.",
		Why: "Without id and abi the ruleset cannot be loaded; a parameter needs a type.",
		Bad: `{ "id": "acme/careful" }`, Good: `{ "id": "acme/careful", "abi": 2 }`,
	},
	{
		Code: "manifest-value", Severity: Error, Summary: "A value of the manifest is wrong.",
		Why: "It is of another kind than schemas/manifest.schema.json allows, outside its limits, or a default that its own parameter refuses.",
		Bad: `"default": 2, "maximum": 1`, Good: `"default": 0.7, "maximum": 1`,
	},
	{
		Code: "manifest-untidy", Severity: Warning, Summary: "The manifest says something twice or at too great a length.",
		Why: "A name or a field is given twice, or the summary has more than 200 characters. The ruleset runs all the same; of a field the last counts.",
		Bad: `"calls": ["log", "log"]`, Good: `"calls": ["log"]`,
	},
	{
		Code: KindUnknown, Severity: Warning, Summary: "This host has no items of such a kind.",
		Why: "It is made up, or of a later version of the host: here the ruleset sees no item of it, and it can be added. A kind that resembles one of this host's is misspelt, which is manifest-value.",
		Bad: `"kinds": ["skill", "agent"]`, Good: `"kinds": ["skill"]`,
	},
	{
		Code: "id-folder", Severity: Warning, Summary: "The id does not end in the folder's name.",
		Why: "In a rules folder a ruleset is found by where it lies: acme/careful is the folder careful in the folder acme. rules add puts it there.",
		Bad: `strict/ruleset.json: "id": "acme/careful"`, Good: `careful/ruleset.json: "id": "acme/careful"`,
	},
	{
		Code: "abi-unserved", Severity: Error, Summary: "This host does not serve the manifest's abi.",
		Why: "The number says for which version of the contract the ruleset was written.",
		Bad: `"abi": 9`, Good: `"abi": 2`,
	},
	{
		Code: "code-missing", Severity: Error, Summary: "There is no code.",
		Why: "It is the file that the manifest's code names, else NAME.lua, ruleset.lua, NAME.wasm or ruleset.wasm, NAME being the last part of the id. A compiled ruleset has to be built first.",
		Bad: `"code": "carefull.lua"`, Good: `"code": "careful.lua"`,
	},
	{
		Code: "file-size", Severity: Error, Summary: "A file is too large.",
		Why: "At most 256 KiB of a Lua file and 16 MiB of a module are read.",
		Bad: "careful.lua: 300 KiB", Good: "careful.lua, words.lua: 150 KiB each",
	},
	{
		Code: "lua-syntax", Severity: Error, Summary: "The Lua code cannot be loaded.",
		Why: "The language is Lua 5.1 with goto. Some limits of the sandbox count as syntax: depth of nesting, length of lists and names.",
		Bad: "if score >= 0.7 return {} end", Good: "if score >= 0.7 then return {} end",
	},
	{
		Code: "function-missing", Severity: Error, Summary: "One of the two functions is absent.",
		Why: "A ruleset has both evaluate_activation and evaluate_deactivation. At run time an absent one says nothing, which hides misspelt names.",
		Bad: "function M.evaluate_activate(context)", Good: "function M.evaluate_activation(context)",
	},
	{
		Code: "result-wrong", Severity: Error, Summary: "The file gives no ruleset.",
		Why: "The code file is loaded in the sandbox, without a host, and has to return a table with both functions.",
		Bad: "return \"careful\"", Good: "return M",
	},
	{
		Code: "answer-wrong", Severity: Error, Summary: "A function answers something that is no list.",
		Why: "Each of the two returns a list of entries, an empty one where it has nothing to say. It is called once, without a prompt and without a host.",
		Bad: "return \"database\"", Good: "return { { ref = \"skill:database\", reason = \"asked for\" } }",
	},
	{
		Code: "global-forbidden", Severity: Error, Summary: "A part of Lua is used that the sandbox does not have.",
		Why: "A ruleset is a pure function of its inputs: it has no files, clock, network, or code made at run time. Where a name may be nil, in a condition or beside or, it is not told.",
		Bad: `print("found " .. id)`, Good: `impressionism.log("info", "found " .. id)`,
	},
	{
		Code: "global-unknown", Severity: Error, Summary: "A name is not defined.",
		Why: "It is neither local, nor assigned in this file, nor of the sandbox, so it is nil: calling or indexing it ends the evaluation.",
		Bad: "for _, s in ipair(skills) do", Good: "for _, s in ipairs(skills) do",
	},
	{
		Code: "global-assigned", Severity: Warning, Summary: "A global variable is set.",
		Why: "Modules of one ruleset share globals, and a misspelt name makes a second variable instead of an error.",
		Bad: "count = 0", Good: "local count = 0",
	},
	{
		Code: "library-unknown", Severity: Error, Summary: "A library has no such function.",
		Why: "The libraries are string, table and math of Lua 5.1, without string.dump.",
		Bad: "string.trim(text)", Good: `text:match("^%s*(.-)%s*$")`,
	},
	{
		Code: "require-unknown", Severity: Error, Summary: "A required module does not exist.",
		Why: "require finds builtin.*, custom.* and Lua files in the ruleset's own folder, and only names that are written out. What custom.* has is known only where it is installed, so these are not told.",
		Bad: `require("socket")`, Good: `require("builtin.default")`,
	},
	{
		Code: "call-unknown", Severity: Error, Summary: "There is no such host call.",
		Why: "It is misspelt, or of a later version of the host.",
		Bad: "impressionism.serch(text, 5)", Good: "impressionism.search(text, 5)",
	},
	{
		Code: "call-arguments", Severity: Error, Summary: "A host call gets wrong arguments.",
		Why: "Too many are refused. One that is missing reads as zero or an empty text, which is seldom meant: a search without a limit finds nothing. A single argument that may be a request is not judged. A request written as a table has the fields of host-calls.md.",
		Bad: `impressionism.search("invoices")`, Good: `impressionism.search("invoices", 5)`,
	},
	{
		Code: "call-undeclared", Severity: Error, Summary: "A host call is used and not declared.",
		Why: "Only the calls in the manifest may be made; the others answer not_allowed. What a required module calls counts too.",
		Bad: `"calls": []`, Good: `"calls": ["search"]`,
	},
	{
		Code: "call-unused", Severity: Warning, Summary: "A host call is declared and not used.",
		Why: "The list is what users agree to when they add the ruleset; it should be no longer than needed. In Lua, vector counts as used beside any call that answers embeddings, since #v and v[i] ask for the numbers.",
		Bad: `"calls": ["search", "messages"]`, Good: `"calls": ["search"]`,
	},
	{
		Code: "parameter-undeclared", Severity: Warning, Summary: "A parameter is read and not declared.",
		Why: "Users do not learn of a parameter that the manifest does not have, and what they set for it is not checked. Only names written out are looked at.",
		Bad: `param("treshold", 0.7)`, Good: `param("threshold", 0.7)`,
	},
	{
		Code: "parameter-unread", Severity: Warning, Summary: "A parameter is declared and never read.",
		Why: "Who sets it changes nothing. One whose description says that it is unused, kept for older configurations, is not told; nor any where names are computed.",
		Bad: `"parameters": { "boost": … } and no param("boost")`, Good: `param("boost", 0.1)`,
	},
	{
		Code: "threshold-type", Severity: Warning, Summary: "The parameter similarity_threshold is no number.",
		Why: "Under this name why and explain read from which similarity on a ruleset suggests. They read nothing of another type, and name no threshold.",
		Bad: `"similarity_threshold": { "type": "object" }`, Good: `"similarity_threshold": { "type": "number" }`,
	},
	{
		Code: "module-invalid", Severity: Error, Summary: "The file is no WebAssembly module.",
		Why: "It is damaged, cut off, or something else.",
		Bad: "careful.wasm: text", Good: "careful.wasm: a core module, version 1",
	},
	{
		Code: "module-import", Severity: Error, Summary: "The module imports what the host does not give.",
		Why: "There are Extism's functions without http, one function for each host call, and the part of WASI that programs need to start; each with its signature.",
		Bad: "import extism:host/env http_request", Good: "(leave the http feature out)",
	},
	{
		Code: "module-export", Severity: Error, Summary: "An export of the module is wrong.",
		Why: "The two functions take nothing and give an i32. The module is a reactor, not a command.",
		Bad: "_start", Good: "evaluate_activation () -> i32",
	},
	{
		Code: "module-abi", Severity: Error, Summary: "The module's marker of the ABI is missing or of another version.",
		Why: "The export " + marker + " says for which contract the module was built, before anything of it runs. The SDKs write it.",
		Bad: "(no marker)", Good: "export " + marker,
	},
	{
		Code: "module-limits", Severity: Error, Summary: "The module is larger than the sandbox allows.",
		Why: "Memory at the start, tables, functions, imports and exports have limits, so that checking and compiling are cheap.",
		Bad: "memory of 2,000 pages", Good: "memory of 32 pages",
	},
	{
		Code: "module-stale", Severity: Warning, Summary: "The module is older than its sources.",
		Why: "rules pack writes a hash of the sources beside a module into it; this one has another. Not the files' times count, which a checkout sets anew, but what is in them.",
		Bad: "src/lib.rs changed, careful.wasm not", Good: "sh build.sh",
	},
	{
		Code: "module-unmarked", Severity: Note, Summary: "The module does not say from which sources it was built.",
		Why: "Without it, a module that is older than its sources is tested and added as if it were theirs.",
		Bad: "cargo build && cp … careful.wasm", Good: "cargo build && cp … careful.wasm && impressionism rules pack careful.wasm",
	},
	{
		Code: "module-slow", Severity: Note, Summary: "The module was built by the standard Go toolchain.",
		Why: "Its runtime is megabytes large and starts anew for each event. It works; other toolchains make modules that are thirty times smaller.",
		Bad: "GOOS=wasip1 go build", Good: "tinygo build, cargo build, or Lua",
	},
	{
		Code: "scenario-invalid", Severity: Error, Summary: "A scenario cannot be read.",
		Why: "It does not follow schemas/scenario.schema.json, says no why, or names items that it does not have.",
		Bad: "expects: { activate: [] }", Good: "expect: { activate: [] }",
	},
	{
		Code: "scenarios-missing", Severity: Warning, Summary: "There is no scenario.",
		Why: "A scenario shows what the ruleset does and why it should, and keeps it so.",
		Bad: "(no scenarios/*.yaml)", Good: "scenarios/fits.yaml",
	},
	{
		Code: "readme-missing", Severity: Warning, Summary: "There is no README.md.",
		Why: "It is what rules explain shows to who wants to use the ruleset.",
		Bad: "(none)", Good: "README.md",
	},
	{
		Code: "readme-heading", Severity: Warning, Summary: "The README lacks a heading.",
		Why: "What it does, Why, Example and Options, in any order and at any level, so that a reader finds the same in every ruleset.",
		Bad: "# careful\nSuggests little.", Good: "# careful\n## What it does\nSuggests little.",
	},
	{
		Code: "disable-invalid", Severity: Warning, Summary: "What switches a rule off is not right.",
		Why: "A comment names a rule and a reason; the manifest's disable names rules and properties of rules fuzz, with reasons. Without them it does nothing.",
		Bad: "-- impressionism:disable global-assigned", Good: "-- impressionism:disable global-assigned: shared with lib.lua",
	},
}
