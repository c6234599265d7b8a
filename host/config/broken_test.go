package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/config"
)

// Ensure that files which are no configuration are named and leave a usable
// configuration behind: a broken file never blocks a prompt.
func TestLoadBrokenFiles(t *testing.T) {
	directory := t.TempDir()
	for name, want := range map[string]string{
		"large":    ": is larger than 64 KiB; nothing of it counts",
		"brackets": ":1: a: exceeded max depth of 10000",
		"dashes":   ":1: more than 16 lists within each other",
		"folder":   ": is not a regular file; nothing of it counts",
		"aliases":  ":1:17: parameters.a: only plain values are read here",
		"deep":     ":1:32: parameters.a: is more than 16 levels deep",
		"binary":   ":1: control characters are not allowed",
	} {
		path := filepath.Join(directory, name)
		contents := map[string]string{
			"large":    strings.Repeat("# x", 100<<10),
			"brackets": "a: " + strings.Repeat("[", 12000),
			"dashes":   strings.Repeat("- ", 5000),
			"aliases":  "parameters: {a: &x [1]}",
			"deep":     "parameters: {a: " + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "}",
			"binary":   "\x00\xff\xfe{[",
		}
		makeFile := func() error { return os.WriteFile(path, []byte(contents[name]), 0o600) }
		if name == "folder" {
			makeFile = func() error { return os.Mkdir(path, 0o700) }
		}
		if err := makeFile(); err != nil {
			t.Fatal(err)
		}
		loaded := config.Load(config.Sources{Folders: folders, UserFile: path})
		if len(loaded.Errors) != 1 || !strings.Contains(loaded.Errors[0].Error(), want) {
			t.Errorf("%s: got errors %v, want one with %q", name, loaded.Errors, want)
		}
		if diff := cmp.Diff(config.Defaults(folders), loaded.Config); diff != "" {
			t.Errorf("%s changed the configuration\n%s", name, diff)
		}
	}
}

// Ensure that the byte order mark of a file costs no key where a mistake stands below.
func TestLoadMarkedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, []byte("\ufeffsuggest:\n  max: 1\n chars: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded := config.Load(config.Sources{Folders: folders, UserFile: path})
	if len(loaded.Errors) != 1 || !strings.Contains(loaded.Errors[0].Error(), ":3: suggest.chars: is not indented") || loaded.Suggest.Max != 1 {
		t.Errorf("suggest.max is %d, and %v", loaded.Suggest.Max, loaded.Errors)
	}
}

// Ensure that no file makes reading it panic, last, or lose the keys that must
// always hold something.
func FuzzLoad(f *testing.F) {
	f.Add(config.Default(folders))
	paths, err := filepath.Glob("testdata/layers/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		for _, text := range readLayers(f, path).sections {
			f.Add([]byte(text))
		}
	}
	path := filepath.Join(f.TempDir(), "config.yaml")
	f.Fuzz(func(t *testing.T, data []byte) {
		path := fmt.Sprintf("%s.%d", path, os.Getpid())
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		loaded := config.Load(config.Sources{Folders: folders, UserFile: path, ProjectFile: path})
		if len(loaded.ActiveRuleset) == 0 || loaded.Hook.PromptMS < 1 || loaded.Suggest.Chars > 8000 {
			t.Errorf("got %+v", loaded.Config)
		}
		for _, origin := range loaded.Origins() {
			if _, err := json.Marshal(origin); err != nil {
				t.Errorf("%s does not encode: %v", origin.Key, err)
			}
		}
	})
}
