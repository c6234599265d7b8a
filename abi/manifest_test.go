package abi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that a manifest's kinds are read, that what cannot be a kind is refused, and
// that skills and commands are all that a manifest without kinds sees.
func TestManifestKinds(t *testing.T) {
	for _, c := range []struct{ kinds, sees, problem string }{
		{``, "skill command", ""},
		{`"kinds": [],`, "skill command", ""},
		{`"kinds": ["tool"],`, "tool", ""},
		{`"kinds": ["skill", "command", "tool", "lesson"],`, "skill command tool", ""},
		{`"kinds": ["later-kind2"],`, "", ""},
		{`"kinds": [""],`, "", `kinds: "" is no kind`},
		{`"kinds": ["Tool"],`, "", `kinds: "Tool" is no kind`},
		{`"kinds": ["skill:a"],`, "", `kinds: "skill:a" is no kind`},
		{`"kinds": ["` + strings.Repeat("a", 65) + `"],`, "", "is no kind: 1 to 64"},
		{`"kinds": ["a"` + strings.Repeat(`, "a"`, 16) + `],`, "", "kinds: 17 are named, at most 16"},
	} {
		m, err := abi.DecodeManifest(fmt.Appendf(nil, `{%s "id": "acme/careful", "abi": %d}`, c.kinds, abi.Version))
		if c.problem != "" || err != nil {
			if err == nil || c.problem == "" || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%s: got %v, want %q", c.kinds, err, c.problem)
			}
			continue
		}
		var sees []string
		for _, kind := range []string{abi.KindSkill, abi.KindCommand, abi.KindTool, "note"} {
			if m.Sees(kind) {
				sees = append(sees, kind)
			}
		}
		if got := strings.Join(sees, " "); got != c.sees {
			t.Errorf("%s: it sees %q, want %q", c.kinds, got, c.sees)
		}
	}
}
