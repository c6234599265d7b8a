package rank

import (
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// wordsLeftMin is how many words of two letters or more must remain for
// pasted material to be dropped: below it the material is the prompt.
const wordsLeftMin = 4

// Clean drops pasted material from a prompt, line by line: stack traces,
// diffs, logs, code, fenced blocks, tables, lines of a terminal, and blank
// lines. What it says is rarely what the user is after, and it drowns what is.
// A prompt of which fewer than four words would remain is returned unchanged.
func Clean(prompt string) string {
	if strings.IndexByte(prompt, '\n') < 0 {
		return prompt
	}
	lines := strings.Split(prompt, "\n")
	kept := make([]string, 0, len(lines))
	paste := newPaste(lines)
	for _, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		if !paste.holds(line) && hasLetter(line) {
			kept = append(kept, line)
		}
	}
	if cleaned := strings.Join(kept, "\n"); wordsReach(cleaned, wordsLeftMin) {
		return cleaned
	}
	return prompt
}

// paste remembers what kind of material the lines so far have opened.
type paste struct {
	fences int // fence lines still to come
	fenced bool
	diff   bool
}

func newPaste(lines []string) *paste {
	p := &paste{}
	for _, line := range lines {
		if isFence(line) {
			p.fences++
		}
	}
	return p
}

// holds reports that a line belongs to pasted material. A fence that nothing
// closes opens nothing.
func (p *paste) holds(line string) bool {
	if isFence(line) {
		p.fences--
		p.fenced = !p.fenced && p.fences > 0
		return true
	}
	if p.fenced {
		return true
	}
	if startsDiff(line) {
		p.diff = true
		return true
	}
	if p.diff && line != "" {
		p.diff = continuesDiff(line)
		if p.diff {
			return true
		}
	}
	return isTerminal(line) || isTrace(line) || isLog(line) || isTable(line) || isCode(line)
}

// isFence reports that a line opens or closes a block. Backquotes further on in it are code
// within a line of prose.
func isFence(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if strings.HasPrefix(line, "```") {
		return strings.IndexByte(strings.TrimLeft(line, "`"), '`') < 0
	}
	return strings.HasPrefix(line, "~~~")
}

func hasLetter(line string) bool { return strings.IndexFunc(line, unicode.IsLetter) >= 0 }

// wordsReach reports that a text has so many words of two letters or more; an
// ideograph is a word.
func wordsReach(text string, want int) bool {
	run := 0
	for _, r := range text {
		switch {
		case language.Ideographic(r):
			want--
			run = 0
		case !unicode.IsLetter(r):
			run = 0
		default:
			if run++; run == 2 {
				want--
			}
		}
		if want <= 0 {
			return true
		}
	}
	return false
}
