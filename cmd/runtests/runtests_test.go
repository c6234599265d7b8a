package main

import (
	"path/filepath"
	"testing"
)

// Ensure a test counts with its subtests, parallel ones too, whose time go test leaves
// out of their parent's.
func TestWhole(t *testing.T) {
	got := whole(map[test]float64{
		{"p", "TestA"}: 5, {"p", "TestA/x"}: 2, {"p", "TestA/x/y"}: 2,
		{"p", "TestB"}: 0, {"p", "TestB/x"}: 3, {"p", "TestB/y"}: 4,
		{"q", "TestA"}: 1,
	})
	for one, want := range map[test]float64{{"p", "TestA"}: 5, {"p", "TestB"}: 7, {"q", "TestA"}: 1} {
		if got[one] != want {
			t.Errorf("%v: got %v, want %v", one, got[one], want)
		}
	}
	if len(got) != 3 {
		t.Errorf("got %v", got)
	}
}

// Ensure a reason is that of the test in its folder.
func TestReasonFor(t *testing.T) {
	const text = "| `TestA` | `host/a` | it builds |\n| `TestA` | `host/b` | it waits |\n"
	if got := reasonFor(text, "TestA", "host/b"); got != "it waits" {
		t.Errorf("got %q", got)
	}
	if got := reasonFor(text, "TestB", "host/b"); got != "no reason in CONTRIBUTING.md" {
		t.Errorf("got %q", got)
	}
}

// Ensure packages that take long come first, and flags and single packages stay.
func TestOrder(t *testing.T) {
	got := order([]string{"-timeout", "5m", "github.com/ed-irl/impressionism/..."})
	if len(got) < 50 || got[0] != "-timeout" || got[2] != "github.com/ed-irl/impressionism/"+longest[0] {
		t.Errorf("got %q", got[:min(4, len(got))])
	}
	for _, folder := range longest {
		if tests, err := filepath.Glob(filepath.Join("..", "..", folder, "*_test.go")); err != nil || len(tests) == 0 {
			t.Errorf("%s has no tests", folder)
		}
	}
	if got := order([]string{"-run", "x", "./cmd/runtests"}); len(got) != 3 || got[2] != "./cmd/runtests" {
		t.Errorf("got %q", got)
	}
}
