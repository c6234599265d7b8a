package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure a ruleset that is held is what its id stands for, as it was read, in the
// set that holds it and in no other.
func TestSetWith(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.lua")
	write := func(code string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("return {}")
	set := engine.Find(engine.Places{})
	ruleset, err := set.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	with := set.With(ruleset)
	write("return { changed = true }")
	got, err := with.Load("custom/mine")
	if err != nil || got.Hash != ruleset.Hash {
		t.Errorf("got %s, %v; want %s", got.Hash, err, ruleset.Hash)
	}
	for name, other := range map[string]engine.Set{"the set without": set, "one with another": set.With(engine.Ruleset{})} {
		if _, err := other.Load("custom/mine"); err == nil {
			t.Errorf("%s has it", name)
		}
	}
}
