package install_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
)

func open(t *testing.T, files map[string]string) engine.Ruleset {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "careful")
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	name := folder
	if _, folder := files["ruleset.json"]; !folder {
		name = filepath.Join(name, "careful.lua")
	}
	ruleset, err := engine.Find(engine.Places{}).Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return ruleset
}

const manifest = `{"id": "custom/careful", "abi": 2}`

// Ensure that an added ruleset is the one that was opened, whether a file takes
// the place of a folder or the reverse, that nothing of the former stays, and
// that removing it takes nothing else along.
func TestAddAndRemove(t *testing.T) {
	rules := t.TempDir()
	if err := os.MkdirAll(filepath.Join(rules, "custom", "careful-too"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, files := range []map[string]string{
		{"careful.lua": "return {}"},
		{"ruleset.json": manifest, "careful.lua": "return {}", "scenarios/a.yaml": "why: x", "lib/b.lua": "return 1"},
		{"ruleset.json": manifest, "careful.lua": "return { }"},
		{"careful.lua": "return {  }"},
	} {
		ruleset := open(t, files)
		target, err := install.Add(rules, ruleset)
		if err != nil {
			t.Fatal(err)
		}
		found, err := engine.Find(engine.Places{User: rules}).Load("custom/careful")
		if err != nil || found.Hash != ruleset.Hash {
			t.Errorf("%d: %s has hash %s, %v; want %s", i, target, found.Hash, err, ruleset.Hash)
		}
		entries, err := os.ReadDir(filepath.Join(rules, "custom"))
		if err != nil || len(entries) != 2 {
			t.Errorf("%d: custom/ has %v, %v; want two entries", i, entries, err)
		}
	}
	if _, err := install.Remove(rules, "custom/careful"); err != nil {
		t.Error(err)
	}
	if _, err := install.Remove(rules, "custom/careful"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed twice: %v", err)
	}
	entries, err := os.ReadDir(rules)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v; want custom/ alone", entries, err)
	}
	if _, err := os.Stat(filepath.Join(rules, "custom", "careful-too")); err != nil {
		t.Error(err)
	}
}

// Ensure that adding and removing leaves a ruleset whose name is another's with an
// ending, and a file that is no ruleset.
func TestOthersStay(t *testing.T) {
	rules := t.TempDir()
	for _, name := range []string{"careful.lua/ruleset.json", "careful.lua/ruleset.lua", "careful.wasm/ruleset.lua"} {
		name = filepath.Join(rules, "custom", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("return {}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := install.Remove(rules, "custom/careful"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed what has other ids: %v", err)
	}
	folder := open(t, map[string]string{"ruleset.json": manifest, "careful.lua": "return {}"})
	if _, err := install.Add(rules, folder); err != nil {
		t.Error(err)
	}
	file := open(t, map[string]string{"careful.lua": "return {}"})
	if _, err := install.Add(rules, file); err == nil || !strings.Contains(err.Error(), "careful.lua is something else") {
		t.Errorf("a file in the place of a folder with another id: %v", err)
	}
	if found, err := engine.Find(engine.Places{User: rules}).Load("custom/careful"); err != nil || found.Hash != folder.Hash {
		t.Errorf("the folder is %s, %v; want %s", found.Hash, err, folder.Hash)
	}
	if _, err := install.Remove(rules, "custom/careful"); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(filepath.Join(rules, "custom"))
	if err != nil || len(entries) != 2 {
		t.Errorf("custom/ has %v, %v; want the two folders", entries, err)
	}
	inTheWay := filepath.Join(rules, "custom", "careful")
	if err := os.WriteFile(inTheWay, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := install.Add(rules, folder); err == nil || !strings.Contains(err.Error(), "careful is something else") {
		t.Errorf("a folder in the place of a file: %v", err)
	}
	if mine, err := os.ReadFile(inTheWay); string(mine) != "mine" {
		t.Errorf("the file holds %q, %v", mine, err)
	}
}

// Ensure that what is no id deletes nothing.
func TestRemoveWantsAnID(t *testing.T) {
	rules := t.TempDir()
	if err := os.MkdirAll(filepath.Join(rules, "custom", "careful"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"custom", "", ".", "custom/..", "../x/y", "custom/careful/.."} {
		if _, err := install.Remove(rules, id); err == nil || !strings.Contains(err.Error(), "is no id") {
			t.Errorf("%q: got %v", id, err)
		}
	}
	if _, err := os.Stat(filepath.Join(rules, "custom", "careful")); err != nil {
		t.Error(err)
	}
}

// Ensure that a ruleset that cannot be written says so and leaves what is there.
func TestAddFailsWhole(t *testing.T) {
	rules := t.TempDir()
	inTheWay := filepath.Join(rules, "custom")
	if err := os.WriteFile(inTheWay, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := install.Add(rules, open(t, map[string]string{"careful.lua": "return {}"}))
	if err == nil || !strings.Contains(err.Error(), "add custom/careful: ") {
		t.Errorf("got %v", err)
	}
	entries, err := os.ReadDir(rules)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v; want the file alone", entries, err)
	}
}
