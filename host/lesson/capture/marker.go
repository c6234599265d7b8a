package capture

import (
	"strings"
	"unicode"
)

// learnCommand is the plugin's command that stores what follows it.
const learnCommand = "/impressionism:learn"

// draftsMax is how many markers of one answer are read.
const draftsMax = 8

// Typed returns the lesson that a person typed to be stored: a marker at the very head of a
// prompt, or the command learn.
func Typed(prompt string) (Draft, bool) {
	prompt = strings.TrimLeftFunc(prompt, unicode.IsSpace)
	if rest, found := strings.CutPrefix(prompt, learnCommand); found {
		if rest == "" || unicode.IsSpace(rune(rest[0])) {
			return Learn(rest), true
		}
		return Draft{}, false
	}
	rest, ok := afterMarker(prompt, true)
	if !ok {
		return Draft{}, false
	}
	return drafted(firstParagraph(rest)), true
}

// afterMarker returns what follows a marker at the beginning of a text. Of the model's, the
// word is written in capitals or in brackets: "Lesson: fractions" is a heading.
func afterMarker(text string, anyCase bool) (string, bool) {
	const word = "lesson"
	text = strings.TrimLeft(text, "*_")
	if rest, bracket := strings.CutPrefix(text, "["); bracket && hasPrefixFold(rest, word+"]") {
		return strings.TrimLeft(rest[len(word)+1:], "*_:： \t"), true
	}
	if !hasPrefixFold(text, word) || !anyCase && !strings.HasPrefix(text, "LESSON") {
		return "", false
	}
	rest := strings.TrimLeft(text[len(word):], "*_ ")
	for _, colon := range [...]string{":", "："} {
		if rest, found := strings.CutPrefix(rest, colon); found {
			return strings.TrimLeft(rest, "*_ \t"), true
		}
	}
	return "", false
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// firstParagraph is a text's first line, with the lines that go on with its sentence.
func firstParagraph(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || len(kept) > 0 && !goesOn(kept[len(kept)-1], line) {
			break
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, " ")
}

// goesOn reports whether a line goes on with the sentence of the line before.
func goesOn(before, line string) bool {
	if strings.IndexByte(".!?", before[len(before)-1]) >= 0 {
		return false
	}
	for _, r := range line {
		return unicode.IsLower(r) || unicode.IsDigit(r) || strings.ContainsRune("(,;-–—", r)
	}
	return false
}

// InAnswer returns what stands behind the markers at the beginnings of the lines of an
// answer. Fences, quotations and examples have none.
func InAnswer(answer string) []Draft {
	var drafts []Draft
	own, _ := split(answer)
	before := ""
	for i := 0; i < len(own) && len(drafts) < draftsMax; {
		end := strings.IndexByte(own[i:], '\n')
		if end < 0 {
			end = len(own) - i
		}
		line := strings.TrimSpace(own[i : i+end])
		if rest, ok := afterMarker(withoutBullet(line), false); ok && rest != "" && !introduces(before) {
			if next := i + end; next < len(own) {
				rest = firstParagraph(rest + own[next:])
			}
			drafts = append(drafts, drafted(rest))
		}
		if line != "" {
			before = line
		}
		i += end + 1
	}
	return drafts
}

// withoutBullet takes the sign of a list or heading away.
func withoutBullet(line string) string {
	mark, rest, found := strings.Cut(line, " ")
	if found && mark != "" && (strings.Trim(mark, "#") == "" || mark == "-" || mark == "*" || mark == "+" || mark == "•" || isNumber(strings.TrimRight(mark, ".)"))) {
		return strings.TrimLeft(rest, " ")
	}
	return line
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// asksForForm reports whether a prompt asks about lessons and markers themselves: what the
// answer shows then is an example.
func asksForForm(prompt string) bool {
	own, _ := split(prompt)
	for _, s := range sentences(own) {
		if s.question() && s.has("lesson", "lessons", "marker", "markers") && s.has("how", "format", "syntax", "example", "write", "look", "looks", "mark", "form") {
			return true
		}
	}
	return false
}
