package cut_test

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/cut"
)

// Ensure that a text is cut where a character ends, and keeps all that fits.
func TestCut(t *testing.T) {
	for _, test := range []struct {
		name string
		cut  func(string, int) string
		text string
		max  int
		want string
	}{
		{"bytes", cut.Bytes, "naïve", 5, "naïv"},
		{"bytes, within a character", cut.Bytes, "naïve", 3, "na"},
		{"bytes, all", cut.Bytes, "naïve", 6, "naïve"},
		{"bytes, none", cut.Bytes, "naïve", 0, ""},
		{"bytes that are no text", cut.Bytes, "a\xffbc", 3, "ab"},
		{"tail", cut.Tail, "naïve", 4, "ïve"},
		{"tail, within a character", cut.Tail, "naïve", 3, "ve"},
		{"tail, all", cut.Tail, "naïve", 6, "naïve"},
		{"characters", cut.Runes, "naïve", 3, "naï"},
		{"characters, all", cut.Runes, "naïve", 5, "naïve"},
		{"characters, none", cut.Runes, "naïve", 0, ""},
		{"bytes, ellipsis", cut.BytesEllipsis, "naïvely", 7, "naï…"},
		{"bytes, no ellipsis", cut.BytesEllipsis, "naïvely", 8, "naïvely"},
		{"characters, ellipsis", cut.RunesEllipsis, "naïve", 4, "naï…"},
		{"characters, no ellipsis", cut.RunesEllipsis, "naïve", 5, "naïve"},
	} {
		if got := test.cut(test.text, test.max); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Ensure that a text's first line comes without its end.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "one": "one", "one\ntwo": "one", "\ntwo": ""} {
		if got := cut.Line(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Ensure that no cut is longer than asked for or breaks a character, and that units are
// those of UTF-16.
func FuzzCut(f *testing.F) {
	f.Add("naïve 🎉 \xff\xf0\x9f", 7)
	f.Fuzz(func(t *testing.T, text string, max int) {
		max = min(len(text)+1, int(uint16(max))) // none negative
		for _, cut := range []func(string, int) string{cut.Bytes, cut.Tail} {
			got := cut(text, max)
			if len(got) > max || utf8.ValidString(text) && (!utf8.ValidString(got) || !strings.Contains(text, got) || len(got)+utf8.UTFMax <= min(max, len(text))) {
				t.Errorf("%q to %d bytes: got %q", text, max, got)
			}
		}
		if got := cut.Runes(text, max); utf8.RuneCountInString(got) != min(max, utf8.RuneCountInString(text)) || !strings.HasPrefix(text, got) {
			t.Errorf("%q to %d characters: got %q", text, max, got)
		}
		if got := cut.RunesEllipsis(text, max+1); utf8.RuneCountInString(got) > max+1 {
			t.Errorf("%q to %d characters: got %q", text, max+1, got)
		}
		if got := cut.BytesEllipsis(text, max+3); len(got) > max+3 {
			t.Errorf("%q to %d bytes: got %q", text, max+3, got)
		}
		if got, want := cut.Units(text), len(utf16.Encode([]rune(text))); got != want {
			t.Errorf("%q: got %d units, want %d", text, got, want)
		}
	})
}
