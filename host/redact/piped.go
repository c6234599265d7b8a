package redact

import "strings"

// readers are what reads a password from a pipe: echo abc | sudo -S.
var readers = []string{"sudo -S", "sudo -kS", "sudo -Sk", "chpasswd", "--stdin", "--password-stdin", "cryptsetup "}

// pipedBytesMax is how far behind an echo a reader is looked for.
const pipedBytesMax = 256

// piped notes the password that the command echo or printf at text[from:end] writes to
// a program that reads one.
func (s *scanner) piped(from, end int) {
	if word := s.text[from:end]; word != "echo" && word != "printf" || from < s.barrenPipes {
		return
	}
	line := s.text[end:min(len(s.text), end+pipedBytesMax)]
	line, _, _ = strings.Cut(line, "\n")
	written, reader, ok := strings.Cut(line, "|")
	if ok {
		reader, _, _ = strings.Cut(reader, ";")
	}
	if !ok || !containsAny(reader, readers) {
		s.barrenPipes = end + len(written)
		return
	}
	s.barrenPipes = end + len(written)
	words := tokenizer{text: s.text, at: end, end: end + len(written)}
	for {
		word, ok := words.next()
		if !ok {
			return
		}
		word = unquoted(s.text, word)
		text := s.text[word.from:word.to]
		if text == "" || text[0] == '-' || text[0] == '%' {
			continue // an option, or the format of printf
		}
		if _, password, ok := strings.Cut(text, ":"); ok && strings.Contains(reader, "chpasswd") {
			word.from = word.to - len(password)
		}
		if text = strings.TrimSuffix(s.text[word.from:word.to], `\n`); len(text) >= 3 && !placeholder(text) {
			s.note(span{word.from, word.from + len(text)})
		}
		return
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
