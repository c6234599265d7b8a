package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

// Ensure that a line which is too wide goes on below its text, between words, and that
// words, commands to copy and what fits stay as they are.
func TestFolded(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"it fits in thirty\n", "it fits in thirty\n"},
		{"it does not fit into thirty columns\n", "it does not fit into thirty\n  columns\n"},
		{"  - a mark and what is too wide\n", "  - a mark and what is too\n    wide\n"},
		{"label    words behind a label that go on", "label    words behind a label\n         that go on"},
		{"path     /srv/one/two/three/four/five/six.md is it\n", "path\n  /srv/one/two/three/four/five/six.md\n         is it\n"},
		{"nothing is there; run: impressionism index\n", "nothing is there; run:\n  impressionism index\n"},
		{"see: impressionism config show, or ask whoever knows\n", "see:\n  impressionism config show,\n  or ask whoever knows\n"},
		{"impressionism why-not a 'b; c, d' --set suggest.max=1\n", "impressionism why-not a 'b; c, d' --set suggest.max=1\n"},
		{"日本語 日本語 日本語 日本語 日本語\n", "日本語 日本語 日本語 日本語\n  日本語\n"},
		{"                          deep down in a line\n", "                          deep\n                            down\n                            in\n                            a\n                            line\n"},
		{"one two three four five six se   \n", "one two three four five six se   \n"},
	} {
		if got := folded(c.line, 30); got != c.want {
			t.Errorf("%q: got\n%q, want\n%q", c.line, got, c.want)
		}
	}
}

// Ensure that folding loses and adds nothing but blanks, whatever the line, and leaves no
// line too wide that has a place to divide it.
func FuzzFolded(f *testing.F) {
	f.Add("label  words; see: impressionism why-not 'a b' --json, then go on", uint8(20))
	f.Add("it's \"open and impressionism: impressionism x . ; 日本語", uint8(3))
	f.Fuzz(func(t *testing.T, line string, columns uint8) {
		line = textline.Plain(line)
		folds := folded(line, int(columns))
		if got, want := strings.Fields(folds), strings.Fields(line); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("%q became %q", line, folds)
		}
		if columns > 0 {
			checkWidth(t, folds, int(columns))
		}
	})
}

// Ensure that a line is wrapped however it is written, that what programs read passes in
// its place, and that a question is seen before it is answered.
func TestWrapping(t *testing.T) {
	var out bytes.Buffer
	e := &env.Env{Out: &Wrapping{to: &out, columns: 10}}
	for _, written := range []string{"one two ", "thr", "ee\nfour", " "} {
		mustWrite(t, e.Out, written)
	}
	mustWrite(t, Exact(e), "{\"a long key\": 1}\n")
	mustWrite(t, e.Out, "and now? ")
	flush(e)
	if want := "one two\n  three\nfour {\"a long key\": 1}\nand now? "; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func mustWrite(t *testing.T, to interface{ Write([]byte) (int, error) }, content string) {
	t.Helper()
	if n, err := to.Write([]byte(content)); err != nil || n != len(content) {
		t.Fatalf("wrote %d bytes of %q: %v", n, content, err)
	}
}

// checkWidth holds lines to so many columns. Wider ones are a word or command that stays whole.
func checkWidth(t *testing.T, lines string, columns int) {
	t.Helper()
	for line := range strings.Lines(lines) {
		line = strings.TrimRight(line, " \n")
		if width := text.StringWidth(line); width > columns && len(unbroken(strings.TrimSpace(line))) > 1 {
			t.Errorf("%d columns: %q", width, line)
		}
	}
}
