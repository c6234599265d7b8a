package expand

import (
	"fmt"
	"slices"
	"strings"
)

// split returns the words of arguments as the client splits them: at blanks, with quotes taken
// off and a backslash before any character outside of them. What a shell reads as more than
// words, the client drops in part; odd says so.
func split(arguments string) (words, odd []string) {
	s := splitter{rest: arguments}
	for s.word() {
	}
	if s.unsure != "" {
		odd = []string{fmt.Sprintf("the client splits arguments as a shell does, and may drop some at %s; put them in quotes", s.unsure)}
	}
	return s.words, odd
}

type splitter struct {
	rest   string
	words  []string
	unsure string // the first text that a shell reads as more than a word
}

// doubt notes a text that a shell reads as more than a word.
func (s *splitter) doubt(text string) {
	if s.unsure == "" {
		s.unsure = text
	}
}

// blanks lie between words. A line break ends the words, except behind a backslash.
const blanks = " \t"

// ends are the characters at which a shell's command ends, or is no word.
const ends = "|&;<>()`\n\r"

// reserved are words that a shell reads as its own where a command begins.
var reserved = []string{"!", "{", "}", "[", "[[", "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "function", "select", "in", "time", "coproc"}

// word reads one word; false where there is none left.
func (s *splitter) word() bool {
	s.rest = strings.TrimLeft(s.rest, blanks)
	if s.rest == "" {
		return false
	}
	first := len(s.words) == 0
	if s.rest[0] == '#' && !first {
		s.doubt(before(s.rest))
		return false
	}
	start := s.rest
	var word strings.Builder
	stopped := s.characters(&word)
	raw := start[:len(start)-len(s.rest)]
	switch {
	case raw == "":
	case strings.HasPrefix(raw, "$") && !first:
		s.doubt(raw)
	default:
		if first && (slices.Contains(reserved, raw) || strings.HasPrefix(raw, "[") || isAssignment(raw)) {
			s.doubt(raw)
		}
		if raw != "\\\n" {
			s.words = append(s.words, word.String())
		}
	}
	if stopped {
		s.doubt(before(s.rest))
	}
	return !stopped
}

// characters reads the characters of a word; true where a shell's command ends.
func (s *splitter) characters(word *strings.Builder) (stopped bool) {
	for s.rest != "" && strings.IndexByte(blanks, s.rest[0]) < 0 {
		c := s.rest[0]
		switch {
		case c == '\'' || c == '"':
			s.quoted(c, word)
			continue
		case c == '\\':
			s.rest = s.rest[1:]
			if s.rest == "" {
				return false
			}
			if s.rest[0] == '\n' {
				s.rest = s.rest[1:]
				continue
			}
		case strings.IndexByte(ends, c) >= 0:
			return true
		}
		word.WriteByte(s.rest[0])
		s.rest = s.rest[1:]
	}
	return false
}

// quoted reads what stands in quotes, as it is; in double ones a backslash stays, and keeps the
// next character from ending them. Without a closing quote, all that is left is one word.
func (s *splitter) quoted(quote byte, word *strings.Builder) {
	for i := 1; i < len(s.rest); i++ {
		switch {
		case quote == '"' && s.rest[i] == '\\':
			i++
		case s.rest[i] == quote:
			word.WriteString(s.rest[1:i])
			s.rest = s.rest[i+1:]
			return
		}
	}
	if strings.Contains(s.rest, `\`) {
		s.doubt(before(s.rest))
	}
	word.WriteString(s.rest)
	s.rest = ""
}

// isAssignment reports that a shell reads a word as setting a variable.
func isAssignment(word string) bool {
	name, _, found := strings.Cut(word, "=")
	return found && isName(name)
}

func isName(text string) bool {
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		return false
	}
	for i := range len(text) {
		if !isWordAt(text[i:]) {
			return false
		}
	}
	return true
}

// beforeMax bounds how much of the arguments a sentence repeats, in bytes.
const beforeMax = 20

// before returns the beginning of what is left, for a sentence.
func before(rest string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if len(word) > beforeMax {
		word = strings.ToValidUTF8(word[:beforeMax], "") + "…"
	}
	if word == "" {
		return "a line break"
	}
	return word
}
