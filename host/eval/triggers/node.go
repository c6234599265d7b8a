package triggers

import (
	"fmt"
	"strings"
)

// node is a value of a file, whatever its format, with the line it stands in.
type node struct {
	line   int
	kind   kind
	text   string // of a scalar, as it is written
	list   []node
	fields []field
}

type field struct {
	name  string // as names has it: lower case, words joined by _
	value node
}

type kind int

const (
	nullKind kind = iota
	textKind
	boolKind
	numberKind
	listKind
	mapKind
)

// Limits of one document. Real ones are at most five deep.
const (
	depthMax = 32
	nodesMax = 100_000
)

// limit returns what is too much of a document.
func limit(nodes, depth int) error {
	switch {
	case nodes > nodesMax:
		return fmt.Errorf("more than %d values", nodesMax)
	case depth > depthMax:
		return fmt.Errorf("nested more than %d deep", depthMax)
	}
	return nil
}

// get returns the first of several fields that is there.
func (n node) get(names ...string) (node, bool) {
	for _, name := range names {
		for _, f := range n.fields {
			if f.name == name {
				return f.value, true
			}
		}
	}
	return node{}, false
}

// string returns the first of several fields that is a text and not blank.
func (n node) string(names ...string) string {
	for _, name := range names {
		for _, f := range n.fields {
			if text := strings.TrimSpace(f.value.text); f.name == name && f.value.kind == textKind && text != "" {
				return text
			}
		}
	}
	return ""
}

// truth reads a yes or no; a quoted one counts.
func (n node) truth() (value, ok bool) {
	if n.kind != boolKind && n.kind != textKind && n.kind != numberKind {
		return false, false
	}
	switch strings.ToLower(strings.TrimSpace(n.text)) {
	case "true", "yes", "y", "1":
		return true, true
	case "false", "no", "n", "0":
		return false, true
	}
	return false, false
}

// plainName spells a field's name in one way: shouldTrigger, should-trigger and
// "Should trigger" are should_trigger.
func plainName(name string) string {
	var out strings.Builder
	for i, r := range strings.TrimSpace(name) {
		switch {
		case r == '-' || r == ' ':
			r = '_'
		case r >= 'A' && r <= 'Z':
			if before := lastByte(&out); i > 0 && before != '_' && before >= 'a' && before <= 'z' {
				out.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		out.WriteRune(r)
	}
	return out.String()
}

func lastByte(out *strings.Builder) byte {
	if out.Len() == 0 {
		return 0
	}
	return out.String()[out.Len()-1]
}
