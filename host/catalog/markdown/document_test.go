package markdown

import (
	"strings"
	"testing"
	"time"
)

// hookRefresh is what a prompt has for all changed files together.
const hookRefresh = 30 * time.Millisecond

// Ensure that no repetition makes one file take the prompt's time:
// every ASCII character, in every shape in which YAML gives it a meaning, as
// long as front matter may be. A parser whose time grows with the square of its
// input took seconds here. The bound is ten times wide, and a slow run counts
// only if it is slow ten times.
func TestParseHostile(t *testing.T) {
	tail := strings.NewReplacer("N", "\n")
	for _, before := range []string{"", "a: ", "a: |N  ", "a: >N  ", "a: [", "a:N  - ", "a: \""} {
		for c := range byte(128) {
			for _, shape := range []string{"%", "%N", "N %"} {
				unit := strings.ReplaceAll(tail.Replace(shape), "%", string(rune(c)))
				text := tail.Replace(before)
				text += strings.Repeat(unit, (FrontMatterBytesMax-100-len(text))/len(unit)) + "\nb: ]"
				if took := quickest(10, text); took > 10*hookRefresh {
					t.Errorf("%q and %q repeated: took %v, want below %v", text[:len(tail.Replace(before))], unit, took, 10*hookRefresh)
				}
			}
		}
	}
}

// quickest gives the shortest of up to n runs, and stops at one that is quick.
func quickest(n int, frontMatter string) time.Duration {
	best := time.Hour
	for range n {
		start := time.Now()
		Parse([]byte("---\n" + frontMatter + "\n---\nbody"))
		if best = min(best, time.Since(start)); best < 10*hookRefresh {
			break
		}
	}
	return best
}

// Ensure that what surrounds an attack is still read.
func TestParseHostileKeepsText(t *testing.T) {
	for name, attack := range map[string]string{
		"brackets": "a: " + strings.Repeat("[", 8000),
		"dashes":   "a:\n  " + strings.Repeat("- ", 7000) + "x",
		"depth":    indented(120),
		"size":     "a: " + strings.Repeat("x", FrontMatterBytesMax),
	} {
		doc, rejection := Parse([]byte("---\ndescription: kept\n" + attack + "\n---\nbody"))
		if rejection != nil || doc.State != Broken || doc.Text("description") != "kept" || doc.Body != "body" {
			t.Errorf("%s: got %v, %+v, want it broken, description and body kept", name, rejection, doc.State)
		}
	}
}

func indented(depth int) string {
	var text strings.Builder
	for i := range depth {
		text.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return text.String()
}

// Ensure that deep nesting is refused at its limit and not below it.
func TestDepthLimit(t *testing.T) {
	if doc, _ := Parse([]byte("---\n" + indented(10) + "---\n")); doc.State != Sound {
		t.Errorf("depth 10: got state %v, warnings %q, want it read", doc.State, doc.Warnings)
	}
	if doc, _ := Parse([]byte("---\n" + indented(depthMax+1) + "---\n")); doc.State != Broken {
		t.Errorf("depth %d: got state %v, want it refused", depthMax+1, doc.State)
	}
}

// Ensure that the first prose is what a reader would call it.
func TestFirstProse(t *testing.T) {
	for body, want := range map[string]string{
		"":                                       "",
		"# Only a heading":                       "",
		"```\ncode\n```\n\nThen text.":           "Then text.",
		"<!-- one\ntwo -->\n\nThen text.":        "Then text.",
		"| a | b |\n|---|---|\n\n> Quoted\n> on": "Quoted on",
		"[![b](c)](d)\nText\nmore\n# Next":       "Text more",
	} {
		if got := (Document{Body: body}).FirstProse(); got != want {
			t.Errorf("%q: got %q, want %q", body, got, want)
		}
	}
}
