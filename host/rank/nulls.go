package rank

import (
	_ "embed"
	"strings"
)

// nullPrompts holds prompts that no item fits, cleaned, one a line, with \n for
// a line break inside and \\ for a backslash.
//
//go:embed data/nulls.txt
var nullPrompts string

// Nulls are prompts that no item fits: greetings, acknowledgements, generic
// requests, plain coding, pasted output. They are cleaned as prompts are. What they reach on an index tells which
// logits mean nothing there.
func (r *Recipe) Nulls() []string {
	lines := strings.Split(strings.TrimSuffix(r.nulls, "\n"), "\n")
	for i, line := range lines {
		if strings.ContainsRune(line, '\\') {
			lines[i] = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(line)
		}
	}
	return lines
}
