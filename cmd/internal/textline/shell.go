package textline

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/visible"
)

// ShellQuoted writes a word as a shell reads it back; one with line ends, with characters that
// nobody sees or with bytes that are no text, as bash and zsh do: what is pasted into a
// terminal must not move its cursor or end its paste.
func ShellQuoted(word string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@", r)
	}
	switch {
	case word != "" && strings.IndexFunc(word, func(r rune) bool { return !safe(r) }) < 0:
		return word
	case strings.ContainsFunc(word, visible.Hidden) || !utf8.ValidString(word):
		return escaped(word)
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ShellArgument is ShellQuoted of what follows a command's flags and is none, though it begins
// with a dash.
func ShellArgument(word string) string {
	if strings.HasPrefix(word, "-") {
		return "-- " + ShellQuoted(word)
	}
	return ShellQuoted(word)
}

// escaped writes a word in the quotes of bash and zsh that know escapes.
func escaped(word string) string {
	var b strings.Builder
	b.WriteString("$'")
	for len(word) > 0 {
		r, size := utf8.DecodeRuneInString(word)
		switch {
		case r == '\\' || r == '\'':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case visible.Hidden(r) || r == utf8.RuneError && size == 1:
			for _, one := range []byte(word[:size]) {
				fmt.Fprintf(&b, `\x%02x`, one)
			}
		default:
			b.WriteString(word[:size])
		}
		word = word[size:]
	}
	return b.String() + "'"
}
