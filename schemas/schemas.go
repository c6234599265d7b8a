// Package schemas holds the JSON Schemas of what crosses borders, generated from
// the Go types, and the check of a ruleset's answer that the hook runs. It must
// not know a runtime or link a schema validator: compiling one schema costs a
// cold process milliseconds. See RATIONALE.md, "Why is the hook's import closure listed?".
package schemas

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// FS holds the schema files, `<name>.schema.json`.
//
//go:embed *.schema.json
var FS embed.FS

const ending = ".schema.json"

// Get gives the schema of that name, say "decision", as JSON.
func Get(name string) ([]byte, error) {
	data, err := FS.ReadFile(name + ending)
	if err != nil {
		return nil, fmt.Errorf("there is no schema %q; there are: %s", name, strings.Join(Names(), ", "))
	}
	return data, nil
}

// Names lists the schemas, sorted.
func Names() []string {
	files, err := fs.Glob(FS, "*"+ending)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(file, ending)
	}
	return names
}
