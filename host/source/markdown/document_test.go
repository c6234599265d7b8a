package markdown

import (
	"strings"
	"testing"
	"time"
)

// Ensure that front matter built to take the parser's time or stack is read by
// other means, and soon: each of these took the parser up to seconds (001.8a).
func TestParseHostile(t *testing.T) {
	for name, attack := range map[string]string{
		"brackets":  "a: " + strings.Repeat("[", 8000),
		"braces":    "a: " + strings.Repeat("{a: ", 3500),
		"dashes":    "a:\n  " + strings.Repeat("- ", 7000) + "x",
		"tags":      "a: " + strings.Repeat("!x ", 5000) + "x",
		"anchors":   "a: " + strings.Repeat("&x ", 5000) + "x",
		"questions": strings.Repeat("? ", 7000) + "x",
		"quotes":    "a: " + strings.Repeat("\"", 15000),
		"keys":      strings.Repeat("a: b\n", 3000),
		"depth":     indented(120),
		"size":      "a: " + strings.Repeat("x", FrontMatterBytesMax),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			doc, rejection := Parse([]byte("---\ndescription: kept\n" + attack + "\n---\nbody"))
			if rejection != nil {
				t.Fatal(rejection)
			}
			if got := doc.Text("description"); got != "kept" || doc.Body != "body" {
				t.Errorf("got description %q and body %q, want both as written", got, doc.Body)
			}
			if took := time.Since(start); took > 2*time.Second {
				t.Errorf("took %v, want well under a second", took)
			}
		})
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
