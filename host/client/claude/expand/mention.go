package expand

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// mentionsMax bounds how many shell commands, and how many files, are named.
const mentionsMax = 200

var (
	inline = lazyregexp.New("(?m)(?:^|\\s)!`([^`]+)`")
	fenced = lazyregexp.New("```!\\s*\\n?([\\s\\S]*?)\\n?```")
	// A path in quotes counts wherever it stands behind a blank; else it ends at one.
	mention = lazyregexp.New(`(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))`)
)

// runs returns the shell commands of a text in their order.
func runs(text string) []string {
	type found struct {
		at      int
		command string
	}
	var all []found
	for _, pattern := range []func() [][]int{
		func() [][]int { return inline().FindAllStringSubmatchIndex(text, mentionsMax) },
		func() [][]int { return fenced().FindAllStringSubmatchIndex(text, mentionsMax) },
	} {
		for _, m := range pattern() {
			if command := strings.TrimSpace(text[m[2]:m[3]]); command != "" {
				all = append(all, found{m[0], command})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	var commands []string
	for _, each := range all[:min(len(all), mentionsMax)] {
		commands = append(commands, each.command)
	}
	return commands
}

// closing are characters that end a sentence or a bracket behind a path.
const closing = ".,;:!?)]}\\'"

// reads returns the files that a text mentions, each once, in their order; parts of a file,
// as in #L10-20, are left out.
func reads(text string) []string {
	var files []string
	for _, m := range mention().FindAllStringSubmatch(text, mentionsMax) {
		path, _, _ := strings.Cut(cmp.Or(m[1], m[2]), "#")
		if m[1] == "" {
			path = strings.TrimRight(path, closing)
		}
		if path != "" && !strings.HasPrefix(path, "@") && !strings.HasPrefix(path, "agent-") && !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	return files
}
