package rank

import (
	_ "embed"
	"strconv"
	"strings"
)

// nullPrompts holds prompts that no item fits, cleaned, "word gate\tmanner
// gate\tprompt" a line, with \n for a line break inside and \\ for a backslash. The
// gates are WordGate and MannerGate from regressions that had not seen the prompt.
//
//go:embed data/nulls.txt
var nullPrompts string

// Null is a prompt that no item fits.
type Null struct {
	Text                 string
	WordGate, MannerGate float64
}

// Nulls are prompts that no item fits: greetings, acknowledgements, steering,
// generic requests, plain coding, mentions, business talk, pasted output. What
// they reach on an index tells which odds mean nothing there. See RATIONALE.md, "Why
// calibrate on null prompts?".
func (r *Recipe) Nulls() []Null {
	lines := strings.Split(strings.TrimSuffix(r.nulls, "\n"), "\n")
	nulls := make([]Null, len(lines))
	for i, line := range lines {
		gate, rest, _ := strings.Cut(line, "\t")
		manner, text, _ := strings.Cut(rest, "\t")
		nulls[i].Text = text
		nulls[i].WordGate, _ = strconv.ParseFloat(gate, 64) // written by cmd/lab tune, checked by a test
		nulls[i].MannerGate, _ = strconv.ParseFloat(manner, 64)
		if strings.ContainsRune(text, '\\') {
			nulls[i].Text = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(text)
		}
	}
	return nulls
}
