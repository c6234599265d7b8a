package decide

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

// Ensure what stands below a paste of any length is still the prompt's end, and
// that a ruleset gets no more than the limit.
func TestCutPromptKeepsBothEnds(t *testing.T) {
	for _, size := range []int{10, promptBytesMax, promptBytesMax + 1, 1 << 20} {
		for _, filler := range []string{"word ", "é", "漢字"} {
			prompt := "look at this: " + strings.Repeat(filler, size/len(filler)) + "\nand migrate it"
			got := cutPrompt(prompt)
			if len(got) > promptBytesMax || !utf8.ValidString(got) {
				t.Errorf("%q: %d bytes, valid %v", filler, len(got), utf8.ValidString(got))
			}
			if !strings.HasPrefix(got, "look at this: ") || !strings.HasSuffix(got, "\nand migrate it") {
				t.Errorf("%q of %d: beginning or end is lost", filler, size)
			}
			if len(prompt) <= promptBytesMax && got != prompt {
				t.Errorf("%q of %d: changed", filler, size)
			}
		}
	}
}
