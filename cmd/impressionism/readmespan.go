package main

import (
	"regexp"
	"strings"
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

var (
	readmeLink   = regexp.MustCompile(`!?\[([^\[\]]*)\]\(([^()\s]*)\)`)
	readmeStrong = regexp.MustCompile(`\*\*([^*\s](?:[^*]*[^*\s])?)\*\*`)
	readmeEm     = regexp.MustCompile(`\*([^*\s](?:[^*]*[^*\s])?)\*`)
)

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
	text = readmeLink.ReplaceAllStringFunc(text, func(link string) string {
		found := readmeLink.FindStringSubmatch(link)
		if found[2] == "" || found[2] == found[1] || strings.HasPrefix(link, "!") {
			return found[1]
		}
		return found[1] + " (" + found[2] + ")"
	})
	return readmeEm.ReplaceAllString(readmeStrong.ReplaceAllString(text, "$1"), "$1")
}
