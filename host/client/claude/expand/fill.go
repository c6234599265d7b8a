package expand

import (
	"strconv"
	"strings"
)

// given is what was typed behind a command's name.
type given struct {
	all   string   // without blanks around it
	words []string // split as the client does
	names []string // of the arguments, in their order
}

// form is a set of ways in which an argument is named in a text.
type form int

const (
	named    form = 1 << iota // $name
	indexed                   // $ARGUMENTS[0]
	numbered                  // $0
	whole                     // $ARGUMENTS
)

// placeholder is one that stands in a text.
type placeholder struct {
	form  form
	bytes int
	index int // of the argument, from 0
}

const argumentsWord = "$ARGUMENTS"

// placeholderAt reads the placeholder with which a text begins.
func (g given) placeholderAt(text string) (placeholder, bool) {
	if !strings.HasPrefix(text, "$") {
		return placeholder{}, false
	}
	if at, name := g.nameAt(text[1:]); at >= 0 {
		return placeholder{form: named, bytes: 1 + len(name), index: at}, true
	}
	if rest, ok := strings.CutPrefix(text, argumentsWord); ok {
		if digits := digitsOf(strings.TrimPrefix(rest, "[")); digits != "" && strings.HasPrefix(rest, "["+digits+"]") {
			return placeholder{form: indexed, bytes: len(argumentsWord) + len(digits) + 2, index: number(digits)}, true
		}
		return placeholder{form: whole, bytes: len(argumentsWord)}, true
	}
	if digits := digitsOf(text[1:]); digits != "" && !isWordAt(text[1+len(digits):]) {
		return placeholder{form: numbered, bytes: 1 + len(digits), index: number(digits)}, true
	}
	return placeholder{}, false
}

// nameAt returns the place of the longest name with which a text begins; -1: of none.
func (g given) nameAt(text string) (int, string) {
	best := -1
	for i, name := range g.names {
		rest, ok := strings.CutPrefix(text, name)
		if ok && !isWordAt(rest) && !strings.HasPrefix(rest, "[") && (best < 0 || len(name) > len(g.names[best])) {
			best = i
		}
	}
	if best < 0 {
		return -1, ""
	}
	return best, g.names[best]
}

// isEscapable reports that a backslash before a text keeps it from being replaced.
func (g given) isEscapable(text string) bool {
	_, ok := g.placeholderAt(text)
	return ok || strings.HasPrefix(text, "$") && digitsOf(text[1:]) != ""
}

func digitsOf(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		return text
	}
	return text[:end]
}

// number returns the number that digits are; one that no argument has, where they are too many.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return ArgumentsBytesMax
	}
	return n
}

// isWordAt reports that a text begins with an ASCII letter, a digit or an underscore.
func isWordAt(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// value returns what stands for a placeholder; false: the placeholder stays.
func (g given) value(p placeholder, keeps bool) (string, bool) {
	switch {
	case p.form == whole:
		return harmless(g.all), true
	case p.index < len(g.words):
		return harmless(g.words[p.index]), true
	}
	return "", p.form == named || !keeps
}

// usesWords reports that a text has placeholders of single arguments.
func (g given) usesWords(body string) bool {
	for at := strings.IndexByte(body, '$'); at >= 0; at = strings.IndexByte(body, '$') {
		body = body[at:]
		if p, ok := g.placeholderAt(body); ok && p.form != whole {
			return true
		}
		body = body[1:]
	}
	return false
}

// escaped stands for the dollar sign of an escaped placeholder between two passes: no
// character of a text.
const escaped = "\uFDD0"

// fill replaces the placeholders of a body, and reports whether there were any to replace.
func (d dialect) fill(body string, g given) (text string, replaced bool, err error) {
	text = body
	for i, forms := range d.passes {
		var did bool
		if text, did, err = g.pass(text, forms, i == 0, d.keeps); err != nil {
			return "", false, err
		}
		replaced = replaced || did
	}
	return strings.ReplaceAll(text, escaped, "$"), replaced, nil
}

// pass replaces the placeholders of some forms. The first pass takes the backslash from those
// that have a single one before them.
func (g given) pass(text string, forms form, first, keeps bool) (string, bool, error) {
	var out strings.Builder
	replaced := false
	for {
		at := strings.IndexAny(text, `\$`)
		if at < 0 {
			break
		}
		out.WriteString(text[:at])
		text = text[at:]
		slashes := len(text) - len(strings.TrimLeft(text, `\`))
		rest := text[slashes:]
		if first && slashes == 1 && g.isEscapable(rest) {
			out.WriteString(escaped)
			text = rest[1:]
			continue
		}
		out.WriteString(text[:slashes])
		text = rest
		p, ok := g.placeholderAt(text)
		value, known := "", false
		if ok && p.form&forms != 0 {
			value, known = g.value(p, keeps)
		}
		switch {
		case known:
			replaced = true
			out.WriteString(value)
			text = text[p.bytes:]
		case strings.HasPrefix(text, "$"):
			size := max(1, p.bytes)
			out.WriteString(text[:size])
			text = text[size:]
		}
		if out.Len() > TextBytesMax {
			return "", false, errTooLong
		}
	}
	out.WriteString(text)
	return out.String(), replaced, nil
}

// harmless returns arguments so that they start no shell command in a text.
func harmless(arguments string) string {
	text := strings.NewReplacer("```!", "``` !", "!`", "! `").Replace(arguments)
	var out strings.Builder
	for i := range len(text) {
		if text[i] == '!' && (i == 0 || strings.IndexByte(" \t\n\r\f\v", text[i-1]) >= 0) {
			out.WriteByte('\\')
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
