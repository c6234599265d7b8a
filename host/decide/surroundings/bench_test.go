package surroundings

import (
	"fmt"
	"strings"
	"testing"
)

// The hook has a millisecond for all of these together.

func BenchmarkRecent(b *testing.B) {
	var uses []Use
	for i := range recentUses / 2 {
		uses = append(uses,
			Use{"Edit", fmt.Sprintf(`{"file_path":"/w/src/payments/refund_%d.tsx","old_string":"%s"}`, i, strings.Repeat("x", 400))},
			Use{"Bash", fmt.Sprintf(`{"command":"cd api && uv run pytest -q tests/test_%d.py | tail","description":"Run tests"}`, i)})
	}
	for b.Loop() {
		_, _ = Files(uses, "/w"), Commands(uses)
	}
}

func BenchmarkNamed(b *testing.B) {
	var ids []string
	for i := range 400 {
		ids = append(ids, fmt.Sprintf("some-skill-%d", i))
	}
	prompt := strings.Repeat("please make the refund form keep its amount after an error. ", 5) + "Is there a skill for it?"
	for b.Loop() {
		Named(prompt, ids, words)
	}
}
