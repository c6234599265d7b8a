package source

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/client/claude"
)

var kinds = catalog.Kinds{skill.Kind, command.Kind}

// Ensure that two listings of the same files are equal to the byte, so that a
// refresh may compare them, and say whose they are.
func TestListIsDeterministic(t *testing.T) {
	config := manySkills(t, 200)
	first, second := List(t.Context(), config), List(t.Context(), config)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two listings differ:\n%s", diff)
	}
	if len(first.Entries) != 200 || first.Workspace != config.Workspace || first.Home != config.Home {
		t.Errorf("got %d entries of %s, %s; want 200 of %s, %s", len(first.Entries), first.Workspace, first.Home, config.Workspace, config.Home)
	}
}

// Ensure that an edit shows in the stat, so that a listing alone finds it.
func TestListTellsEdits(t *testing.T) {
	config := manySkills(t, 1)
	before := List(t.Context(), config).Entries[0]
	if err := os.WriteFile(before.Path, []byte("longer than it was before, in any case"), 0o644); err != nil {
		t.Fatal(err)
	}
	after := List(t.Context(), config).Entries[0]
	if before.Stat == after.Stat || after.Stat.Size != 38 {
		t.Errorf("got %+v after %+v, want another stat and 38 bytes", after.Stat, before.Stat)
	}
}

// Ensure that an entry of a kind without a source is an error and no panic.
func TestLoadUnknownKind(t *testing.T) {
	if _, _, _, err := kinds.Load(catalog.Entry{Kind: "lesson", ID: "x"}); err == nil {
		t.Error("got no error, want one that names the kind")
	}
}

// BenchmarkList lists 1,000 skills; the aim is 5 ms.
func BenchmarkList(b *testing.B) {
	config := manySkills(b, 1000)
	for b.Loop() {
		if got := len(List(b.Context(), config).Entries); got != 1000 {
			b.Fatalf("got %d entries, want 1000", got)
		}
	}
}

// BenchmarkLoad reads and parses 1,000 skills of usual size.
func BenchmarkLoad(b *testing.B) {
	entries := List(b.Context(), manySkills(b, 1000)).Entries
	for b.Loop() {
		for _, entry := range entries {
			if _, _, rejection, err := kinds.Load(entry); rejection != nil || err != nil {
				b.Fatal(rejection, err)
			}
		}
	}
}

// Ensure that of a project so many items count, of its own folders, those above, those that
// its settings add and those below together, skills before commands and the nearest first,
// that what is left out is counted, and that the user's items are not bounded by it.
func TestProjectsHaveALimit(t *testing.T) {
	config := manySkills(t, 30)
	parent := filepath.Dir(config.Workspace)
	write := func(path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("---\ndescription: x\n---\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	added := t.TempDir()
	settings := fmt.Sprintf(`{"permissions": {"additionalDirectories": [%q, %q]}}`, added, filepath.Join(added, "more"))
	if err := os.Mkdir(filepath.Join(config.Workspace, ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config.Workspace, ".claude", "settings.json"), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range catalog.ProjectItemsMax - 15 {
		write(filepath.Join(config.Workspace, ".claude", "skills", fmt.Sprint("own-", i), "SKILL.md"))
	}
	for i := range 10 {
		write(filepath.Join(config.Workspace, ".claude", "commands", fmt.Sprintf("do-%d.md", i)))
		write(filepath.Join(parent, ".claude", "skills", fmt.Sprint("above-", i), "SKILL.md"))
		write(filepath.Join(added, ".claude", "skills", fmt.Sprint("added-", i), "SKILL.md"))
		write(filepath.Join(added, "more", ".claude", "skills", fmt.Sprint("more-", i), "SKILL.md"))
		write(filepath.Join(config.Workspace, "sub", ".claude", "skills", fmt.Sprint("below-", i), "SKILL.md"))
	}
	listing := List(t.Context(), config)
	check := func(where string, listing catalog.Listing, leftOut int) {
		t.Helper()
		if got, want := len(listing.Entries), 30+catalog.ProjectItemsMax; got != want {
			t.Errorf("%s: got %d entries, want %d", where, got, want)
		}
		if got, want := fmt.Sprint(listing.LeftOut), fmt.Sprintf("[{%s %d}]", config.Workspace, leftOut); got != want {
			t.Errorf("%s: got %s, want %s", where, got, want)
		}
	}
	check("listing", listing, 25)
	if first := listing.Entries[0]; first.ID != "above-0" {
		t.Errorf("got %s first, want no command, as there is no room", first.ID)
	}
	check("below", Below(t.Context(), config, listing), 35)
	check("beneath", Beneath(t.Context(), config, listing, []string{"sub/file"}), 35)
	config.Workspace = config.UserDir // whose skills are the user's
	if listing := List(t.Context(), config); len(listing.Entries) != 30 || listing.LeftOut != nil {
		t.Errorf("at home: got %d entries, left out %v", len(listing.Entries), listing.LeftOut)
	}
}

func manySkills(tb testing.TB, n int) Config {
	tb.Helper()
	user := tb.TempDir()
	home := filepath.Join(user, ".claude")
	for i := range n {
		dir := filepath.Join(home, "skills", fmt.Sprintf("skill-%04d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			tb.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: skill-%d\ndescription: Does the thing number %d, and says so.\nkeywords: [a, b]\n---\n# Skill\n\n", i, i)
		if n > 1 {
			text += fmt.Sprintf("%09000d", i)
		}
		if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return Config{Kinds: kinds, Client: claude.Client().Places, Home: home, UserDir: user, Workspace: tb.TempDir()}
}
