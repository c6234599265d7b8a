package markdown

import (
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
)

// proseBytesMax bounds a description taken from the body.
const proseBytesMax = 1 << 10

// FirstLine returns the body's first line that is not blank, heading marks removed.
func (d Document) FirstLine() string {
	for line := range strings.Lines(d.Body) {
		if text := catalog.Clean(unmark(line)); text != "" {
			return Shorten(text, proseBytesMax)
		}
	}
	return ""
}

// FirstParagraph returns the body's first paragraph, heading marks removed; a
// heading is a paragraph of its own.
func (d Document) FirstParagraph() string {
	var lines []string
	for line := range strings.Lines(d.Body) {
		heading := strings.HasPrefix(line, "#")
		if len(lines) > 0 && (heading || strings.TrimSpace(line) == "") {
			break
		}
		if text := strings.TrimSpace(unmark(line)); text != "" {
			lines = append(lines, text)
		}
		if heading && len(lines) > 0 {
			break
		}
	}
	return Shorten(catalog.Clean(strings.Join(lines, " ")), proseBytesMax)
}

// FirstProse returns the first paragraph that says something: no heading, code,
// rule, table, image or comment. It is empty where there is none.
func (d Document) FirstProse() string {
	var lines []string
	fenced, commented := false, false
	for line := range strings.Lines(d.Body) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			fenced = !fenced
		}
		commented = commented || strings.HasPrefix(text, "<!--")
		if prose := !fenced && !commented && isProse(text); prose {
			lines = append(lines, strings.TrimLeft(text, "> "))
		} else if len(lines) > 0 {
			break
		}
		commented = commented && !strings.Contains(text, "-->")
	}
	return Shorten(catalog.Clean(strings.Join(lines, " ")), proseBytesMax)
}

func isProse(text string) bool {
	for _, mark := range []string{"#", "```", "~~~", "|", "![", "[![", "---", "***", "===", "<"} {
		if strings.HasPrefix(text, mark) {
			return false
		}
	}
	return strings.TrimLeft(text, "> ") != ""
}

func unmark(line string) string {
	text := strings.TrimSpace(line)
	if bare := strings.TrimLeft(text, "#"); bare != text && (bare == "" || bare[0] == ' ' || bare[0] == '\t') {
		return bare
	}
	return text
}

// Shorten cuts text to at most max bytes at a character's boundary.
func Shorten(text string, max int) string {
	if len(text) <= max {
		return text
	}
	return strings.TrimRight(cut.Bytes(text, max), " ")
}
