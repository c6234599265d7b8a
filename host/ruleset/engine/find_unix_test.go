//go:build unix

package engine_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure that a pipe in a ruleset's folder is refused and not waited for.
func TestLoadDoesNotWait(t *testing.T) {
	user := t.TempDir()
	write(t, filepath.Join(user, "custom/pipe/pipe.lua"), "return {}")
	if err := syscall.Mkfifo(filepath.Join(user, "custom/pipe/fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := engine.Find(engine.Places{User: user}).Load("custom/pipe")
	if want := "load ruleset custom/pipe: custom/pipe/fifo is not a regular file"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Ensure that what has an id is found where it lies, a link that leads nowhere too, and is hashed as
// it lies where it is no ruleset.
func TestWhatLies(t *testing.T) {
	user := t.TempDir()
	write(t, filepath.Join(user, "acme/lone.lua"), "return {}")
	write(t, filepath.Join(user, "acme/words.lua/words.lua.lua"), "return {}")
	for _, link := range []string{"dangling", "linked.lua"} {
		if err := os.Symlink(filepath.Join(user, "nowhere"), filepath.Join(user, "acme", link)); err != nil {
			t.Fatal(err)
		}
	}
	for id, want := range map[string]string{"acme/lone": "lone.lua", "acme/words": "", "acme/words.lua": "words.lua", "acme/dangling": "dangling", "acme/linked": "linked.lua"} {
		found, err := engine.LiesAt(user, id)
		if err != nil || len(found) > 1 || len(found) == 1 != (want != "") || want != "" && filepath.Base(found[0]) != want {
			t.Errorf("%s: got %q, %v, want %q", id, found, err, want)
		}
	}
	set := engine.Find(engine.Places{User: user})
	lone, err := set.Load("acme/lone")
	if err != nil {
		t.Fatal(err)
	}
	if hash, err := set.FilesHash("acme/lone"); err != nil || hash != lone.FilesHash() {
		t.Errorf("got %s, %v, want %s", hash, err, lone.FilesHash())
	}
	write(t, filepath.Join(user, "acme/old/ruleset.json"), `{"id": "acme/old", "abi": 1, "code": "old.lua"}`)
	write(t, filepath.Join(user, "acme/old/old.lua"), "return {}")
	if _, err := set.Load("acme/old"); err == nil {
		t.Error("a ruleset for an ABI that is not served is loaded")
	}
	if hash, err := set.FilesHash("acme/old"); err != nil || len(hash) != 64 {
		t.Errorf("of one that cannot be loaded: got %q, %v", hash, err)
	}
}
