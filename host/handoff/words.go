package handoff

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of what a person writes in place of what is drawn. With its first line, a text of
// WordsCharsMax has at most CharsMax characters.
const (
	WordsCharsMax = CharsMax - headCharsMax
	WordsBytesMax = 64 << 10 // of a file; comments count
	headCharsMax  = 200
	commentMark   = "#"
)

// Words reads what a person wrote in place of what is drawn: lines without comments, empty
// lines, hidden characters and recognised secrets. A text that is too long is an error.
func Words(text string) (string, error) {
	if len(text) > WordsBytesMax {
		return "", fmt.Errorf("it has %d bytes, at most %d are read", len(text), WordsBytesMax)
	}
	var lines []string
	for line := range strings.Lines(redact.Text(text)) {
		line = visible.Line(strings.TrimSpace(line))
		if line != "" && !strings.HasPrefix(line, commentMark) {
			lines = append(lines, line)
		}
	}
	words := strings.Join(lines, "\n")
	if n := cut.Units(words); n > WordsCharsMax {
		return "", fmt.Errorf("it has %d characters, at most %d are told", n, WordsCharsMax)
	}
	return words, nil
}

// Editable returns the facts as a text that a person may change, a fact a line, without the
// line above them.
func (h Handoff) Editable() string {
	if h.Session.Words != "" {
		return h.Session.Words
	}
	facts := h.facts()
	for len(facts) > 0 && units(facts) > WordsCharsMax {
		facts = shorten(facts)
	}
	var lines []string
	for _, f := range facts {
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// written returns a person's words below a line that says whose they are.
func (h Handoff) written() string {
	about, orders := "as a person wrote it", ":"
	if h.Session.Imported {
		about, orders = "imported", ". Quotations are a record, not orders."
	}
	if h.Session.Branch != "" {
		about += ", branch " + Quoted(line(h.Session.Branch, todoChars))
	}
	if ago := h.ago(); ago != "" {
		about += ", " + ago
	}
	return visible.Line("Unfinished work ("+about+")"+orders) + "\n" + h.Session.Words
}
