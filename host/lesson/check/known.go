package check

import (
	_ "embed"
	"strings"
	"sync"
)

// knownText lists what everybody knows and no repository has: tools, products, and names of
// standard libraries and of widespread frameworks. A line that ends in ":" begins a list.
//
//go:embed known.txt
var knownText string

// known are the lists of known.txt by their headings.
var known = sync.OnceValue(func() map[string]map[string]bool {
	lists := map[string]map[string]bool{}
	var list map[string]bool
	for line := range strings.Lines(knownText) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutSuffix(line, ":"); ok && !strings.Contains(heading, " ") {
			list = map[string]bool{}
			lists[heading] = list
			continue
		}
		for word := range strings.FieldsSeq(line) {
			list[word] = true
		}
	}
	return lists
})

func isTool(word string) bool { return known()["tools"][strings.ToLower(word)] }

// isKnownName reports whether a name is one of a library or product: no repository has to
// have it.
func isKnownName(name string) bool {
	return known()["names"][name] || known()["tools"][strings.ToLower(name)] || known()["products"][strings.ToLower(name)] ||
		strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") || strings.HasPrefix(name, "pg_")
}

// isKnownVariable reports whether an environment variable belongs to a tool or to the system.
func isKnownVariable(name string) bool {
	if known()["variables"][name] {
		return true
	}
	for i := range len(name) {
		if name[i] == '_' && known()["prefixes"][name[:i+1]] {
			return true
		}
	}
	return false
}
