//go:build unix

package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude"
)

// Ensure that skills and commands which another user put above the workspace are left
// out and told, also where he made the folder a repository, and that those of the
// workspace's own owner count.
func TestFolderAboveOfAnotherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const another = 12345
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Kinds: kinds, Client: claude.Client().Places, Home: filepath.Join(base, "home"), UserDir: filepath.Join(base, "user"), Workspace: filepath.Join(base, "open", "work")}
	for _, dir := range []string{config.Home, config.Workspace, filepath.Join(base, "open", ".git"), filepath.Join(base, "open", ".claude", "skills", "planted"), filepath.Join(base, "open", ".claude", "commands")} {
		mkdir(t, dir)
	}
	for _, file := range []string{"skills/planted/SKILL.md", "commands/planted-too.md"} {
		if err := os.WriteFile(filepath.Join(base, "open", ".claude", file), []byte("planted"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		give       []string
		items, out int
	}{
		{nil, 2, 0},
		{[]string{"open/.claude/skills"}, 1, 1},
		{[]string{"open/.claude"}, 0, 2},
		{[]string{"open/.claude", "open/work"}, 2, 0},
	} {
		for _, name := range []string{"open/.claude/skills", "open/.claude", "open/work"} {
			if err := os.Chown(filepath.Join(base, name), 0, 0); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range test.give {
			if err := os.Chown(filepath.Join(base, name), another, another); err != nil {
				t.Fatal(err)
			}
		}
		listing := List(t.Context(), config)
		if len(listing.Entries) != test.items || len(listing.Rejected) != test.out {
			t.Errorf("%v given away: got %v, rejected %v", test.give, listing.Entries, listing.Rejected)
		}
		for _, rejection := range listing.Rejected {
			if rejection.Code != "another-owner" || !strings.Contains(rejection.Reason, "12345") {
				t.Errorf("got %+v", rejection)
			}
		}
	}
}
