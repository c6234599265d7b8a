package visible_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/visible"
)

// Ensure that a line holds what its reader sees and nothing else.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		" a \t b\r\n\u2028c\u00a0d ":         "a b c d",
		"\x1b[31mred\x1b[0m\a":               "[31mred[0m",
		"\u009b31m c1":                       "31m c1",
		"user\u202eexe.\u2066x":              "userexe.x",
		"a\u034fb\u17b4c\u17b5d":             "abcd",
		"a\u180bb\u180ec\u200bd\u00ad":       "abcd",
		"a\u2800b\u3164c\uffa0d\U0001D159":   "abcd",
		"tags\U000E0041\U000E0100\U000E0FFF": "tags",
		"private\ue000\U000F0000\ufffe":      "private",
		"one\ufe00two\ufe0e+\ufe0f":          "onetwo+",
		"heart \u2764\ufe0f and ©\ufe0f":     "heart \u2764\ufe0f and ©\ufe0f",
		"\u2764\ufe0f\ufe0f\ufe0e":           "\u2764\ufe0f",
		"\u2764 \ufe0f":                      "\u2764",
		"bytes \xff\xfe end":                 "bytes end",
		"naïve 日本語 🎉 é":                      "naïve 日本語 🎉 é",
	} {
		if got := visible.Line(text); got != want {
			t.Errorf("%+q: got %+q, want %+q", text, got, want)
		}
	}
}

// Ensure that of every character of Unicode those that are ignored where they cannot be
// drawn count as hidden.
func TestHidden(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		ignorable := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector, unicode.Bidi_Control, unicode.Join_Control)
		if ignorable && !visible.Hidden(r) {
			t.Errorf("%U is not hidden", r)
		}
		if unicode.In(r, unicode.Letter, unicode.Nd, unicode.P) && visible.Hidden(r) &&
			!unicode.In(r, unicode.Other_Default_Ignorable_Code_Point) && r < 0x13000 {
			t.Errorf("%U is hidden", r)
		}
	}
}

// Ensure that whatever is cleaned is valid, holds nothing hidden, and is not changed by
// cleaning it again; and that text comes out of a Writer as it comes out of Text, however
// it is cut.
func FuzzClean(f *testing.F) {
	f.Add("a\u2764\ufe0f \x1b]0;x\a\n\u202e\xff", uint8(3))
	f.Add("\u200d\U000E0041tail\xe2\x9d", uint8(1))
	f.Fuzz(func(t *testing.T, text string, cut uint8) {
		line, lines := visible.Line(text), visible.Text(text)
		checkVisible(t, line)
		checkVisible(t, strings.NewReplacer("\n", "", "\t", "").Replace(lines))
		if visible.Line(line) != line || visible.Text(lines) != lines {
			t.Errorf("%+q changes when it is cleaned again", text)
		}
		var out bytes.Buffer
		writer := visible.NewWriter(&out)
		at := min(int(cut), len(text))
		for _, part := range []string{text[:at], text[at:]} {
			if _, err := writer.Write([]byte(part)); err != nil {
				t.Fatal(err)
			}
		}
		if got := out.String(); got != lines {
			t.Errorf("%+q cut at %d: got %+q, want %+q", text, at, got, lines)
		}
	})
}

// Ensure that escaping JSON changes no value and leaves nothing hidden in it.
func FuzzJSON(f *testing.F) {
	f.Add("a\u202e\u007f\u0085\U000E0041\u2028\xff \n")
	f.Fuzz(func(t *testing.T, text string) {
		encoded, err := json.Marshal(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		var want, got map[string]string
		escaped := visible.JSON(encoded)
		if json.Unmarshal(encoded, &want) != nil || json.Unmarshal(escaped, &got) != nil {
			t.Fatalf("%q became %q", encoded, escaped)
		}
		for key, value := range want {
			if got[key] != value {
				t.Errorf("%q became %q", encoded, escaped)
			}
		}
		for _, r := range string(escaped) {
			if visible.Hidden(r) {
				t.Errorf("%U in %q", r, escaped)
			}
		}
	})
}

func checkVisible(t *testing.T, text string) {
	t.Helper()
	before := ' '
	for _, r := range text {
		if visible.Hidden(r) && (r != '\uFE0F' || !unicode.In(before, unicode.So, unicode.Sm)) {
			t.Errorf("%U in %+q", r, text)
		}
		before = r
	}
	if !utf8.ValidString(text) {
		t.Errorf("%+q is not valid", text)
	}
}
