package host

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Ensure a long paste does not make the search long: its beginning and its end
// are searched, whole characters only.
func TestSearchedBoundsLongTexts(t *testing.T) {
	short := "write a database migration"
	if got := searched(short); got != short {
		t.Errorf("a short text became %q", got)
	}
	for _, filler := range []string{"word ", "é", "漢字"} {
		long := short + strings.Repeat(filler, 64<<10) + "and do it now"
		got := searched(long)
		if len(got) > searchedHeadBytes+searchedTailBytes+1 || !utf8.ValidString(got) {
			t.Errorf("%q: %d bytes, valid %v", filler, len(got), utf8.ValidString(got))
		}
		if !strings.HasPrefix(got, short) || !strings.HasSuffix(got, "and do it now") {
			t.Errorf("%q: beginning or end is lost", filler)
		}
	}
}
