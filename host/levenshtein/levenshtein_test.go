package levenshtein

import (
	"strings"
	"testing"
)

// Ensure that each way of mistyping counts once, and both ways round.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"match", "match", 0},
		{"mach", "match", 1},
		{"matcher", "match", 2},
		{"motch", "match", 1},
		{"macth", "match", 1},
		{"mcath", "match", 2},
		{"kitten", "sitting", 3},
		{strings.Repeat("a", bytesMax+1), "a", bytesMax},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q: got %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("%q to %q: got %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

// Ensure that a typing error, another way to write and a part of a name are guessed, and
// that no other word is.
func TestNearest(t *testing.T) {
	known := []string{"max", "maximum_age", "min", "error", "description_chars", "UserPromptSubmit", "acme/searcher", "release:train"}
	for word, want := range map[string]string{
		"mx":                            "max",
		"maxims":                        "max",
		"max_count":                     "",
		"descriptionChars":              "description_chars",
		"decription-chrs":               "description_chars",
		"description":                   "description_chars",
		"PromptSubmit":                  "UserPromptSubmit",
		"searcher":                      "acme/searcher",
		"sercher":                       "acme/searcher",
		"acme/seacher":                  "acme/searcher",
		"trian":                         "release:train",
		"err":                           "",
		"":                              "",
		"zebra":                         "",
		strings.Repeat("max", bytesMax): "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%.40q: got %q, want %q", word, got, want)
		}
	}
}
