package stubs

import (
	"bytes"
	"fmt"
	"go/format"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// A section is a part of a hand-written file that has a line for each call. It stands
// between two comments.
type section struct {
	file       string // below the repository
	head, tail string
	line       func(abi.Call) string
	between    string
}

// What begins and ends a section, after the comment sign of its language.
const (
	sectionBegins = "// Generated from abi.Calls by go test ./sdk/stubs -update:"
	sectionEnds   = "// End of what is generated."
)

var sections = []section{
	{
		file: "sdk/c/impressionism.h", head: "#define IMPRESSIONISM_CALLS(X) \\\n", between: " \\\n", tail: "\n",
		line: func(call abi.Call) string { return "\tX(" + call.Name + ")" },
	},
	{
		file: "sdk/assemblyscript/impressionism.ts",
		line: func(call abi.Call) string {
			return fmt.Sprintf("@external(\"extism:host/user\", %[1]q) declare function user_%[1]s(request: u64): u64;\n"+
				"export function %[1]s(request: string): string { return get(user_%[1]s(give(request))); }\n", call.Name)
		},
	},
	{
		file: "abi/guests/assemblyscript/probe.ts",
		line: func(call abi.Call) string {
			return fmt.Sprintf("\tif (name == %[1]q) return host.%[1]s(request);\n", call.Name)
		},
	},
	{
		file: "abi/guests/go/calls.go", head: "var calls = map[string]call{\n", tail: "}\n",
		line: func(call abi.Call) string {
			return fmt.Sprintf("\t%q: through(impressionism.%s),\n", call.Name, camel(asked(call)))
		},
	},
	{
		file: "abi/guests/rust/src/calls.rs",
		line: func(call abi.Call) string {
			return fmt.Sprintf("        %q => through(impressionism::%s, request),\n", call.Name, asked(call))
		},
	},
	{
		file: "abi/guests/extism-rust/src/calls.rs", head: "calls! {\n", tail: "}\n",
		line: func(call abi.Call) string { return "    " + call.Name + "\n" },
	},
}

// asked is the name of the function behind a call: param has one of the SDK's own.
func asked(call abi.Call) string {
	if call.Name == parameter {
		return "ask_" + parameter
	}
	return call.Name
}

// Sections returns the files that have a section, by their path below the
// repository, with the sections as abi.Calls has them.
func (c Contract) Sections(read func(string) ([]byte, error)) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, s := range sections {
		data, err := read(s.file)
		if err != nil {
			return nil, err
		}
		before, rest, begins := bytes.Cut(data, []byte(sectionBegins+"\n"))
		_, after, ends := bytes.Cut(rest, []byte(sectionEnds))
		if !begins || !ends {
			return nil, fmt.Errorf("%s has no section %q … %q", s.file, sectionBegins, sectionEnds)
		}
		var lines []string
		for _, call := range c.Calls {
			lines = append(lines, s.line(call))
		}
		indent := string(before[len(bytes.TrimRight(before, "\t ")):])
		text := string(before) + sectionBegins + "\n" + s.head + strings.Join(lines, s.between) + s.tail + indent + sectionEnds + string(after)
		if filepath.Ext(s.file) == ".go" {
			formatted, err := format.Source([]byte(text))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.file, err)
			}
			text = string(formatted)
		}
		files[s.file] = []byte(text)
	}
	return files, nil
}
