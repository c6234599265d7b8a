package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

func freeze(t *testing.T, folder string) *engine.Frozen {
	t.Helper()
	frozen, err := engine.Freeze(folder, "rules.lock.json")
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

// Ensure that a frozen folder gives what it held when it was read, byte for byte, however
// it is changed since, and in no other spelling of a name.
func TestFrozenIsLoaded(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "team/a.lua"), "return require('team_part')")
	write(t, filepath.Join(folder, "team/b/ruleset.json"), `{"id": "team/b", "abi": 2}`)
	write(t, filepath.Join(folder, "team/b/b.lua"), "return {} -- first")
	write(t, filepath.Join(folder, "rules.lock.json"), "{")
	set := engine.Find(engine.Places{Trusted: freeze(t, folder)})
	write(t, filepath.Join(folder, "team/a/a.lua"), "return {} -- later, and folders come first")
	write(t, filepath.Join(folder, "team/b/b.lua"), "return {} -- later")
	if err := os.Remove(filepath.Join(folder, "team/a.lua")); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"team/a": "return require('team_part')", "team/b": "return {} -- first"} {
		ruleset, err := set.Load(id)
		if err != nil || string(ruleset.Program.Code) != want {
			t.Errorf("%s: got %q, %v", id, ruleset.Program.Code, err)
		}
	}
	if got := len(set.List()); got != 2 {
		t.Errorf("%d rulesets are listed", got)
	}
	if _, err := set.Load("Team/a"); err == nil {
		t.Error("a name in another spelling was loaded")
	}
}

// Ensure that folders that differ in anything that may run have different hashes: also
// where the names or the contents of one spell the parts of another.
func TestFrozenHash(t *testing.T) {
	folders := []map[string]string{
		{},
		{"team/a.lua": "return {}"},
		{"team/a.lua": "return {} "},
		{"team/A.lua": "return {}"},
		{"team/a/a.lua": "return {}"},
		{"team/a.lua": "return {}", "team/b.txt": ""},
		{"team/a.lua": "return {}f10:team/b.txt0:"},
		{"team/a.luaf9:return {}": ""},
		{"team/a.lua": "return {}", ".hidden": ""},
	}
	seen := map[string]string{}
	for i, files := range folders {
		folder := t.TempDir()
		for name, content := range files {
			write(t, filepath.Join(folder, name), content)
		}
		frozen := freeze(t, folder)
		for _, choice := range [][]string{nil, {""}, {"team/a"}, {"team/a", "team/b"}, {"team/ateam/b"}, {"team/a0:team/b"}} {
			which := fmt.Sprintf("folder %d, %q", i, choice)
			hash := frozen.Hash(choice...)
			if seen[hash] != "" {
				t.Errorf("%s has the hash of %s", which, seen[hash])
			}
			seen[hash] = which
		}
	}
	absent := freeze(t, filepath.Join(t.TempDir(), "absent"))
	if absent.Hash() != freeze(t, t.TempDir()).Hash() {
		t.Error("an absent folder is not an empty one")
	}
}
