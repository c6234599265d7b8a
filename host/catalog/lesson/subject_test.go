package lesson

import (
	"slices"
	"testing"
)

// Ensure that the words of a lesson's globs are searched with its text, as one keyword beside
// what its author says of when it counts, and that globs without words add none.
func TestSubject(t *testing.T) {
	for _, c := range []struct {
		when  string
		paths []string
		want  []string
	}{
		{"", nil, nil},
		{"", []string{"**/*"}, nil},
		{"", []string{"src/Fees/**", "tests/fees_*.php"}, []string{"src Fees tests fees php"}},
		{"a release", []string{"Cargo.toml"}, []string{"a release", "Cargo toml"}},
	} {
		item := Lesson{Title: "Round down", Text: "Round down.", When: c.when, Paths: c.paths}.Item("", nil)
		if !slices.Equal(item.Keywords, c.want) {
			t.Errorf("keywords of paths %q, when %q: got %q, want %q", c.paths, c.when, item.Keywords, c.want)
		}
	}
}
