package stubs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const luaModule = "impressionism"

// LuaMissing lists what a sandbox leaves out of Lua 5.1: globals, whole libraries,
// and functions of the others.
var LuaMissing = []string{
	"collectgarbage", "coroutine", "debug", "dofile", "getfenv", "io", "load", "loadfile", "loadstring",
	"module", "newproxy", "os", "package", "print", "rawequal", "rawget", "rawset", "setfenv",
	"math.mod", "string.dump", "string.gfind", "table.getn",
}

const luaHead = `---@meta impressionism
-- Code generated from abi.Calls by go test ./sdk/stubs -update. DO NOT EDIT.
--
-- Annotations for the Lua language server: what a ruleset in Lua reaches of the
-- host. Name this folder in .luarc.json beside the ruleset:
--
--   { "runtime.version": "Lua 5.1", "workspace.library": ["PATH/sdk/lua"] }
--
-- A ruleset is a file that returns a table with one or both of two functions:
--
--   ---@type impressionism.Ruleset
--   return { evaluate_activation = function(context) return {} end }
--
-- It is Lua 5.1 in a sandbox. Not there, and nil, are:
--
%s--
-- math.random is seeded by the event, so equal inputs give equal answers. An error
-- of a host call is an impressionism.Fault, which pcall catches.

---@class impressionism.Ruleset
---@field evaluate_activation? fun(context: impressionism.Context): impressionism.Entry[]? What to activate, best first.
---@field evaluate_deactivation? fun(context: impressionism.Context): impressionism.Entry[]? What to deactivate; the context has activated, the first answer.

---A vector, as a reference. It reads as a list of numbers (#e, e[i], ipairs), which are only then asked for.
---@class impressionism.Embedding: { [integer]: number }

---An item by its kind and its id: "skill:pdf-forms".
---@alias impressionism.Ref string

---An error of a host call. It reads as "code: message".
---@class impressionism.Fault
---@field code %s
---@field message string What is wrong, and what to do about it.
---@field position? string File and line of the call.
`

// Lua writes sdk/lua/impressionism.d.lua.
func (c Contract) Lua() []byte {
	var out strings.Builder
	var names []string
	for _, row := range codes {
		names = append(names, fmt.Sprintf("%q", row.code))
	}
	fmt.Fprintf(&out, luaHead, columns(LuaMissing), strings.Join(names, "|"))
	for _, t := range c.Types {
		if t.Name == pageType.Name() {
			continue // a list, in Lua
		}
		fmt.Fprintf(&out, "\n---%s\n---@class %s\n", t.Doc, luaClass(t.Name))
		for _, field := range t.Fields {
			fmt.Fprintf(&out, "---@field %s%s %s %s\n", field.Name, mark(field), luaType(field.Type, t.Request), field.Doc)
		}
	}
	fmt.Fprintf(&out, "\n---The host calls; the same as require(%q).\n---@class %s\n%s = {}\n", luaModule, luaModule, luaModule)
	for _, call := range c.Calls {
		c.luaCall(&out, call)
	}
	fmt.Fprintf(&out, "\nreturn %s\n", luaModule)
	return []byte(out.String())
}

// luaCall writes a function with its positional arguments; a single table with
// the names of the fields does as well.
func (c Contract) luaCall(out *strings.Builder, call abi.Call) {
	fields := c.structOf(call.Request).Fields
	fmt.Fprintf(out, "\n---%s\n---```lua\n---%s\n---```\n", call.Doc, c.LuaExample(call))
	if len(call.Args) > 0 {
		fmt.Fprintf(out, "---@overload fun(request: %s): %s\n", luaClass(call.Request.Name()), luaReply(call.Reply))
	}
	var parameters []string
	for _, name := range call.Args {
		field := fields[slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })]
		if name == "function" {
			name += "_name" // a keyword
		}
		parameters = append(parameters, name)
		fmt.Fprintf(out, "---@param %s%s %s %s\n", name, mark(field), luaType(field.Type, true), field.Doc)
	}
	if answers(call) {
		fmt.Fprintf(out, "---@return %s\n", luaReply(call.Reply))
	}
	fmt.Fprintf(out, "function %s.%s(%s) end\n", luaModule, call.Name, strings.Join(parameters, ", "))
}

func mark(field Field) string {
	if field.Optional {
		return "?"
	}
	return ""
}

// luaReply is the type of a reply; a page is the list of its items in Lua.
func luaReply(t reflect.Type) string {
	if t == pageType {
		return luaClass("Item") + "[]"
	}
	return luaType(t, false)
}

// luaType gives a type as the language server writes it. Numbers of a ruleset's
// own do for an embedding in a request.
func luaType(t reflect.Type, request bool) string {
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float32, reflect.Float64:
		return "number"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		inner := luaType(t.Elem(), request)
		if strings.Contains(inner, "|") {
			inner = "(" + inner + ")"
		}
		return inner + "[]"
	case reflect.Pointer:
		return luaType(t.Elem(), request)
	case reflect.Interface:
		return "any"
	}
	if t == embeddingType && request {
		return luaClass(t.Name()) + "|number[]"
	}
	return luaClass(t.Name())
}

func luaClass(name string) string { return luaModule + "." + name }

// columns writes names as comment lines of a readable width.
func columns(names []string) string {
	var out strings.Builder
	line := "--  "
	for _, name := range names {
		if len(line)+len(name) > 78 {
			out.WriteString(line + "\n")
			line = "--  "
		}
		line += " " + name
	}
	return out.String() + line + "\n"
}
