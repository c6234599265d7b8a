package explain

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
)

// Ensure the command that is offered for an item knows items of its kind, and is one that a
// shell reads as it stands there.
func TestHelps(t *testing.T) {
	e := &env.Env{Kinds: catalog.Kinds{skill.Kind, command.Kind}}
	for _, test := range []struct {
		verb, kind, id, want string
	}{
		{"lint", abi.KindSkill, "a b; rm -rf ~", "impressionism skills lint 'a b; rm -rf ~'"},
		{"probe", abi.KindSkill, "db", "impressionism skills probe db"},
		{"lint", abi.KindCommand, "deploy", "impressionism skills probe deploy"},
		{"lint", abi.KindLesson, "L-7f3kq", "impressionism lessons show L-7f3kq"},
		{"lint", abi.KindTool, "mcp__github__search", "impressionism tools show mcp__github__search"},
		{"lint", abi.KindCode, "a.go", "impressionism status --skills --all-workspaces"},
	} {
		if got := Helps(e, test.verb, abi.Ref{Kind: test.kind, ID: test.id}); got != test.want {
			t.Errorf("%s of %s %s: %s, want %s", test.verb, test.kind, test.id, got, test.want)
		}
	}
}
