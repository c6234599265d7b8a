package skilllint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank/language"
)

const (
	// formatCharsMax is the most that the published format allows.
	formatCharsMax = 1024
	// stemsMin is how many different content words a description needs to be
	// found by anything but its name.
	stemsMin = 3
	// tellingRarity is that of a word which about one skill in 30 has: with
	// none as rare as this a description could be anybody's.
	tellingRarity = 3.4
)

// description judges what the model chooses by.
func (s *subject) description(l Linter) {
	if s.doc.State != markdown.Sound || s.isHidden() {
		return // told already, or never shown
	}
	text, line := s.doc.Text("description"), s.line("description")
	if text == "" {
		s.missing()
		return
	}
	if isPlaceholder(text) {
		s.add("description-placeholder", line, "The description is still that of a template: "+quote(text)+".", "Say what the skill does and when to use it.")
		return
	}
	s.length(l, text, line)
	stems := distinct(language.Terms(text))
	if hasScript(text) {
		stems = nil // their number says nothing
	} else if len(stems) < stemsMin {
		s.add("description-short", line, "The description has hardly a word that a prompt could match.", "Name the task, the technologies and the situation, in the words that people type.")
	} else if l.isCommon(stems) && !properName().MatchString(text) {
		s.add("description-common", line, "Every word of the description is one that many skills have; the nearest to telling is "+quote(l.rarest(stems, text))+".",
			"Name what only this skill is about: products, formats, error messages, terms of the field.")
	}
	if s.doc.Text("when_to_use") == "" && !saysWhen(text) {
		s.whenMissing(line)
	}
}

// missing tells what the client shows instead.
func (s *subject) missing() {
	s.addAs(s.severityWithout(), "description-missing", s.line("description"), "There is no description; the client shows the body's beginning: "+quote(s.item.ListedDescription)+".",
		"Add description: what the skill does, then when to use it.")
}

func (s *subject) length(l Linter, text string, line int) {
	if shown := cut.Units(s.item.ListedDescription); shown > l.DescriptionCharsMax {
		s.add("description-long", line, fmt.Sprintf("With %d characters the client cuts it after %d: the model never sees the end, from %s.",
			shown, l.DescriptionCharsMax, quote(behind(s.item.ListedDescription, l.DescriptionCharsMax))),
			"Put what the skill does and when to use it first, and move the rest to the body.")
	} else if len([]rune(text)) > formatCharsMax {
		s.addAs(Note, "description-long", line, fmt.Sprintf("It has %d characters; the published format allows %d, and other clients refuse more.", len([]rune(text)), formatCharsMax),
			"Shorten it; what helps to do the work belongs in the body.")
	}
}

func (s *subject) whenMissing(line int) {
	fix := "Add a sentence that begins with “Use when …” and names the request, the symptom or the file."
	s.bodyLines(func(number int, text string) {
		if heading := strings.TrimLeft(text, "# "); heading != text && whenHeading().MatchString(heading) {
			fix = fmt.Sprintf("The section at line %d says it, but the model chooses before it sees the body: put the essence into the description.", number)
		}
	})
	for _, key := range []string{"triggers", "trigger", "when", "whenToUse"} {
		if s.keyLines[key] > 0 {
			fix = fmt.Sprintf("The client does not read %s (line %d): put them into the description, or into when_to_use.", key, s.keyLines[key])
		}
	}
	s.add("when-missing", line, "The description says what the skill is, and not when to use it.", fix)
}

var whenHeading = lazyregexp.New(`(?i)^(when (to|should|you)|use (it |this )?when|triggers?\b|activation)`)

var placeholder = lazyregexp.New(`(?i)^\W*(todo|tbd|fixme|xxx)\b|\[todo|^(a )?(brief )?description of (what )?(this|the|your|my) skill|^replace (this )?with|^(your|my|skill|insert|add) (a )?description\b|^lorem ipsum|^(a )?(clear|brief|short) description of what`)

func isPlaceholder(text string) bool { return placeholder().MatchString(text) }

// properName is the look of names of products and files, which tell much even
// where many skills have them: GitHub, Next.js, package.json.
var properName = lazyregexp.New(`[a-z][A-Z]|\w\.\w`)

// isCommon reports that no word tells this skill from others.
func (l Linter) isCommon(stems []string) bool {
	return len(stems) > 0 && !slices.ContainsFunc(stems, func(stem string) bool { return l.rarity(stem) >= tellingRarity })
}

// rarest returns the most telling word of a text.
func (l Linter) rarest(stems []string, text string) string {
	best := slices.MaxFunc(stems, func(a, b string) int { return cmp.Compare(l.rarity(a), l.rarity(b)) })
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if slices.Contains(language.Terms(word), best) {
			return word
		}
	}
	return best
}

func distinct(terms []string) []string {
	sorted := slices.Clone(terms)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

// hasScript reports letters that the stems leave out, such as Arabic.
func hasScript(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 && unicode.IsLetter(r) }) >= 0
}

// behind is what follows after so many units.
func behind(text string, limit int) string {
	encoded := utf16.Encode([]rune(text))
	return string(utf16.Decode(encoded[min(limit, len(encoded)):]))
}
