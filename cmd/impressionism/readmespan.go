package main

import (
	"regexp"
	"strings"
	"sync"
)

// cellsMax bounds the columns of one row.
const cellsMax = 32

// cells are the texts of a table's row.
func cells(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|")
	cells := strings.SplitN(line, "|", cellsMax)
	for i, cell := range cells {
		cells[i] = spans(strings.TrimSpace(cell))
	}
	return cells
}

// readmePatterns are the marks of Markdown that are known.
type readmePatterns struct{ heading, bullet, fence, rule, link, strong, em *regexp.Regexp }

// readmeMarks compiles them when they are first asked for: a hook needs none.
var readmeMarks = sync.OnceValue(func() readmePatterns {
	return readmePatterns{
		heading: regexp.MustCompile(`^(#{1,6})\s+(.*?)\s*#*$`),
		bullet:  regexp.MustCompile(`^(\s*)([*+-]|[0-9]{1,9}[.)])\s+(.*)$`),
		fence:   regexp.MustCompile("^\\s*(```+|~~~+)"),
		rule:    regexp.MustCompile(`^[\s|:-]+$`),
		link:    regexp.MustCompile(`!?\[([^\[\]]*)\]\(([^()\s]*)\)`),
		strong:  regexp.MustCompile(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*`),
		em:      regexp.MustCompile(`\*([^*\s](?:[^*]*[^*\s])?)\*`),
	}
})

// spans takes the marks of emphasis, links and code out of a text. What stands
// between backticks is left as it is.
func spans(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 { // one has no partner
		return unmarked(text)
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = unmarked(parts[i])
	}
	return strings.Join(parts, "")
}

func unmarked(text string) string {
	text = readmeMarks().link.ReplaceAllStringFunc(text, func(link string) string {
		found := readmeMarks().link.FindStringSubmatch(link)
		if found[2] == "" || found[2] == found[1] || strings.HasPrefix(link, "!") {
			return found[1]
		}
		return found[1] + " (" + found[2] + ")"
	})
	return readmeMarks().em.ReplaceAllString(readmeMarks().strong.ReplaceAllString(text, "$1"), "$1")
}
