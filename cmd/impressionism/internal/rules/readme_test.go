package rules

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
)

// Ensure that a README reads well in a terminal: marks are gone, structure stays.
func TestReadmeLines(t *testing.T) {
	text := "# acme/careful\n\n## What it *does*\nIt **waits** until `two_signals * 2` agree,\nsee [the page](https://example.org/a_b).\n\n\n" +
		"* first of a list that is so long that it goes on in the line below, under its text and not its mark\n* second\n  1. inner\n\n" +
		"```lua\nreturn\t{}  -- **kept**\n```\n| name | meaning |\n|---|---|\n| `a` | one |\n| `bcd` | two |\nAfter `it.\n"
	want := `acme/careful
------------

What it does
------------
It waits until two_signals * 2 agree, see the page (https://example.org/a_b).

* first of a list that is so long that it goes on in the line below, under its
  text and not its mark
* second
  1. inner

    return    {}  -- **kept**
name  meaning
a     one
bcd   two
After ` + "`it."
	if diff := cmp.Diff(want, strings.Join(readmeLines(text, cli.ProseColumns), "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Ensure that a long README is cut at a character, and that it is said.
func TestReadmeLinesAreBounded(t *testing.T) {
	lines := readmeLines(strings.Repeat("ä", readmeBytesMax), cli.ProseColumns)
	if last := lines[len(lines)-1]; !strings.Contains(last, "64 KiB") || !utf8.ValidString(strings.Join(lines, "")) {
		t.Errorf("it ends with %q", last)
	}
}

// FuzzReadmeLines holds that no README steers the terminal or grows much.
func FuzzReadmeLines(f *testing.F) {
	f.Add("# a\n\n* b `c` **d** [e](f)\n\x1b[2J\u202e\n| g |\n|---|\n| h | i |\n```\n\tj\n")
	f.Add("| a\n" + strings.Repeat("|", 50) + "\n1) \n-  \n######  #\n~~~\n")
	f.Fuzz(func(t *testing.T, text string) {
		bytes := 0
		for _, line := range readmeLines(text, cli.ProseColumns) {
			bytes += len(line) + 1
			if strings.ContainsFunc(line, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }) || !utf8.ValidString(line) {
				t.Errorf("%q is not plain", line)
			}
		}
		if limit := 200 + (len(text)+1)*(cli.ProseColumns+4)*3; bytes > limit {
			t.Errorf("%d bytes became %d, more than %d", len(text), bytes, limit)
		}
	})
}
