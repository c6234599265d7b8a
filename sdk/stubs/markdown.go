package stubs

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

const pageHead = "# Host calls\n\n" +
	"<!-- Generated from abi.Calls by go test ./sdk/stubs -update. Do not edit. -->\n\n" +
	"The host calls that a ruleset can make. If the manifest has a list of `calls`, only those calls are allowed; without such a list, all are. " +
	"The same request gets the same reply in Lua and in WebAssembly; both are JSON on the wire.\n\n" +
	"* **Lua**: a function of the global `impressionism`, with positional arguments. Trailing arguments may be omitted, and any may be `nil`: an absent `limit` or `count` is 0, and nothing is returned. Instead, one table with the fields' names may be passed. An error is raised; `pcall` returns it as a table with `code`, `message` and `position` (file and line of the call). If fuel, memory, stack or time is used up, the function ends; `pcall` cannot catch this.\n" +
	"* **Go**: a function of `github.com/ed-irl/impressionism/sdk/go`. An error is an `*impressionism.Fault`.\n" +
	"* **Rust**: a function of the crate `impressionism`. An error is a `Fault`.\n" +
	"* **Other languages**: an import from module `extism:host/user` with the name of the call. It takes the offset of the request and returns the offset of the reply, `{\"ok\": …}` or `{\"error\": {\"code\": …, \"message\": …}}`.\n\n" +
	"In the examples, `prompt` is the user's prompt and `vector` is an embedding.\n\n" +
	"A request with an unknown field is refused. Later versions may add fields to replies; a ruleset should ignore fields that it does not know. " +
	"A ruleset may make %s calls for one event; a list in a reply has at most %s entries.\n"

// Markdown writes docs/rulesets/host-calls.md.
func (c Contract) Markdown() []byte {
	var out strings.Builder
	fmt.Fprintf(&out, pageHead, number(budgets.HostCalls), number(budgets.Results))
	out.WriteString("\n| call | |\n|---|---|\n")
	for _, call := range c.Calls {
		fmt.Fprintf(&out, "| [`%s`](#%s) | %s |\n", call.Name, call.Name, call.Doc)
	}
	for _, call := range c.Calls {
		c.pageCall(&out, call)
	}
	out.WriteString("\n## Types\n\nA field marked “may be absent” is left out if it has no value.\n")
	for _, t := range c.Types {
		if !t.Request {
			fmt.Fprintf(&out, "\n### %s\n\n%s\n\n", t.Name, t.Doc)
			table(&out, t.Fields, "always", "may be absent")
		}
	}
	out.WriteString("\n### Embedding\n\nA vector. The host returns it as a reference: a short string that is valid only during this event. " +
		"A request accepts a reference or a list of numbers. In Lua a reference also reads like a list of numbers; this needs `vector` in the manifest's `calls`.\n")
	out.WriteString("\n### Ref\n\nA string that identifies an item: its kind, a colon, and its id, which may contain further colons: `skill:pdf-forms`, `command:acme:deploy`. " +
		"A kind consists of lower-case letters, digits and `-`, and begins with a letter. There is no default kind.\n")
	out.WriteString("\n## Errors\n\n| code | when |\n|---|---|\n")
	for _, row := range codes {
		fmt.Fprintf(&out, "| `%s` | %s |\n", row.code, row.when)
	}
	return []byte(out.String())
}

func (c Contract) pageCall(out *strings.Builder, call abi.Call) {
	fmt.Fprintf(out, "\n## %s\n\n%s\n\n", call.Name, call.Doc)
	fields := c.structOf(call.Request).Fields
	if len(fields) == 0 {
		out.WriteString("The request has no fields.\n")
	} else {
		table(out, fields, "required", "optional")
	}
	reply := typeOnPage(call.Reply)
	if !answers(call) {
		reply = "nothing"
	}
	fmt.Fprintf(out, "\nReply: %s.", reply)
	if call.Reply == pageType {
		out.WriteString(" In Lua it is the list of items; without a limit, all pages together.")
	}
	if note := notes[call.Name]; note != "" {
		out.WriteString("\n\n" + note + "\n")
	}
	errors := append([]string{abi.BadRequest, abi.NotAllowed, abi.Limit}, errors[call.Name]...)
	fmt.Fprintf(out, "\nErrors: `%s`.\n\n", strings.Join(unique(errors), "`, `"))
	fmt.Fprintf(out, "```lua\n%s\n```\n```go\n%s\n```\n```rust\n%s\n```\n", c.LuaExample(call), c.GoExample(call), c.RustExample(call))
}

func table(out *strings.Builder, fields []Field, always, optional string) {
	out.WriteString("| field | type | | |\n|---|---|---|---|\n")
	for _, field := range fields {
		presence := always
		if field.Optional {
			presence = optional
		}
		fmt.Fprintf(out, "| `%s` | %s | %s | %s |\n", field.Name, typeOnPage(field.Type), presence, strings.ReplaceAll(field.Doc, "|", "\\|"))
	}
}

// typeOnPage returns a type in words, with a link to its own table.
func typeOnPage(t reflect.Type) string {
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
		of := typeOnPage(t.Elem())
		if !strings.HasPrefix(of, "[") {
			of += "s"
		}
		return "list of " + of
	case reflect.Pointer:
		return typeOnPage(t.Elem())
	case reflect.Interface:
		return "any value"
	}
	anchor := strings.ToLower(t.Name())
	if _, isCall := abi.Lookup(anchor); isCall {
		anchor += "-1" // the second heading of that name on the page
	}
	return fmt.Sprintf("[%s](#%s)", t.Name(), anchor)
}

func unique(list []string) []string {
	var kept []string
	seen := map[string]bool{}
	for _, text := range list {
		if !seen[text] {
			kept = append(kept, text)
		}
		seen[text] = true
	}
	return kept
}
