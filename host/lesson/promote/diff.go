package promote

import (
	"fmt"
	"strings"
)

// Change is what happens to one file.
type Change struct {
	Path          string // as it is shown
	Before, After string
	New, Gone     bool // there is no file before, or after
}

// around is how many unchanged lines a diff shows on each side.
const around = 3

// Diff returns a change as a unified diff of one hunk, or "" where nothing changes.
func (c Change) Diff() string {
	if c.Before == c.After && !c.New && !c.Gone {
		return ""
	}
	before, after := lines(c.Before), lines(c.After)
	same := 0
	for same < len(before) && same < len(after) && before[same] == after[same] {
		same++
	}
	end := 0
	for end < len(before)-same && end < len(after)-same && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	from := max(0, same-around)
	tail := min(end, around)
	var b strings.Builder
	b.WriteString("--- " + name("a/", c.Path, c.New) + "\n+++ " + name("b/", c.Path, c.Gone) + "\n")
	fmt.Fprintf(&b, "@@ -%s +%s @@\n", span(from, len(before)-end+tail), span(from, len(after)-end+tail))
	write := func(mark string, some []string) {
		for _, line := range some {
			b.WriteString(mark + strings.TrimSuffix(line, "\n") + "\n")
			if !strings.HasSuffix(line, "\n") {
				b.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	write(" ", before[from:same])
	write("-", before[same:len(before)-end])
	write("+", after[same:len(after)-end])
	write(" ", before[len(before)-end:len(before)-end+tail])
	return b.String()
}

func name(prefix, path string, absent bool) string {
	if absent {
		return "/dev/null"
	}
	return prefix + strings.TrimPrefix(path, "/")
}

// span is a hunk's first line and its number of lines.
func span(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

func lines(text string) []string {
	all := strings.SplitAfter(text, "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}
