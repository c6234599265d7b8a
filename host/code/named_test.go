package code

import (
	"strings"
	"testing"
)

// Ensure that who names a language or a kind in a usual way is understood, and who does not
// hears which there are.
func TestNamed(t *testing.T) {
	for name, want := range map[string]Language{"": "", "go": Go, "Golang": Go, "ts": TypeScript, ".py": Python, "rs": Rust, "C++": CPP, "c#": CSharp, "bash": Shell, "java": Java} {
		if got, err := LanguageNamed(name); got != want || err != nil {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
	if _, err := LanguageNamed("klingon"); err == nil || !strings.Contains(err.Error(), "typescript") {
		t.Errorf("got %v", err)
	}
	if got, err := KindNamed("Method"); got != Method || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := KindNamed("func"); err == nil || !strings.Contains(err.Error(), "function") {
		t.Errorf("got %v", err)
	}
}
