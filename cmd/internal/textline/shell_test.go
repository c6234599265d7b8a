package textline

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/visible"
)

// Ensure a quoted word is read back by a shell as it was, and holds no character that would
// do something to the terminal into which it is pasted.
func TestShellQuoted(t *testing.T) {
	bash, _ := exec.LookPath("bash") // without one, the table alone is tried
	for word, want := range map[string]string{
		"":                          "''",
		"pdf-forms":                 "pdf-forms",
		"it's":                      `'it'\''s'`,
		"größer":                    "'größer'",
		"two\nlines\tit's \\":       `$'two\nlines\tit\'s \\'`,
		"\x1b[201~ls":               `$'\x1b[201~ls'`,
		"\u202eab\u200b\u0085":      `$'\xe2\x80\xaeab\xe2\x80\x8b\xc2\x85'`,
		"\xff\xfe":                  `$'\xff\xfe'`,
		"\u2028\U000E0041\u3164end": `$'\xe2\x80\xa8\xf3\xa0\x81\x81\xe3\x85\xa4end'`,
	} {
		got := ShellQuoted(word)
		if got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
		if strings.ContainsFunc(got, visible.Hidden) {
			t.Errorf("%q: %q holds what nobody sees", word, got)
		}
		if bash == "" {
			continue
		}
		if read, err := exec.Command(bash, "-c", "printf %s "+got).Output(); err != nil || string(read) != word {
			t.Errorf("%s: a shell reads %q, %v", got, read, err)
		}
	}
}
