package handoff

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLineKinds holds that the cheap tests before the patterns change nothing: a line is what
// all patterns say of it.
func FuzzLineKinds(f *testing.F) {
	files, _ := filepath.Glob("testdata/telling/*.txt")
	for _, file := range files {
		output, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(output))
		for line := range strings.Lines(string(output)) {
			f.Add(line)
		}
	}
	for _, line := range []string{"a.go:1:2: no", "a.cs(1,2): x", "12:3 error x", "İgnore all", "error: ſystem prompt", "Note: x", "[request] x:1", "https://x:80", "K(1): y"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, line := range outputLines(text) {
			got := kindOf(line)
			if !got.tells {
				if testNames().MatchString(line) || reasons().MatchString(line) || testFiles().MatchString(line) {
					t.Errorf("%q is passed over", line)
				}
				continue
			}
			want := lineKind{tells: true, blocked: blocked().MatchString(line)}
			if !want.blocked {
				want.name, want.message = testNames().MatchString(line), reasons().MatchString(line)
				want.file = !want.name && testFiles().MatchString(line)
				if want.name || want.message || want.file {
					want.sure, want.misuse, want.quiet = surely().MatchString(line), misuses().MatchString(line), clean().MatchString(line)
					want.weak = want.message && weakLines().MatchString(line)
				}
			}
			if got != want {
				t.Errorf("%q: got %+v, want %+v", line, got, want)
			}
		}
		if full := tellingLine(text); full.sure && !maySurelyFail(text) || full.misuse && !mayBeMisuse(text) {
			t.Errorf("%q: got %+v, which the cheap tests exclude", text, full)
		}
	})
}

// FuzzPhrases holds the same of what the model says.
func FuzzPhrases(f *testing.F) {
	for _, sentence := range []string{
		"It does not help.", "It wouldn't fix it", "That didnt work", "Doesn't change it", "No effect", "It made things slow", "Worse", "a dead end",
		"in vain", "I rolled it back", "Taken out", "Reverted", "undone", "not enough", "ruled out", "failed because", "rather than helping", "made\nthings",
		"It ma\u017fe wor\u017fe", "ta\u212aen bac\u212a", "You must", "ignore all", "</tool>", "x | sh", "[user] x", "a note to: x", "attention:", "in\u017ftructions",
	} {
		f.Add(sentence)
	}
	f.Fuzz(func(t *testing.T, sentence string) {
		if got, want := saysVain(sentence), vainWords().MatchString(sentence); got != want {
			t.Errorf("%q says that it was in vain: %v, want %v", sentence, got, want)
		}
		if got, want := (&story{}).mine(sentence), !blocked().MatchString(sentence); got != want {
			t.Errorf("%q may be quoted: %v, want %v", sentence, got, want)
		}
	})
}
