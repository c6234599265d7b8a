package config_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/config"
)

var update = flag.Bool("update", false, "write what is got into the files of testdata/layers")

// Ensure that layers give what testdata/layers/*.txtar says: values with their
// layers, files and lines, errors and warnings, and parameters of rulesets
// (000.12a, 000.12b). A file's comment says why.
func TestLoad(t *testing.T) {
	paths, err := filepath.Glob("testdata/layers/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			layers := readLayers(t, path)
			got, want := show(t, layers), layers.sections["want"]
			switch {
			case got == want:
			case !*update:
				t.Fatalf("-want +got\n%s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
			default:
				layers.sections["want"] = got
				if err := os.WriteFile(path, []byte(layers.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// Ensure that the template says exactly what holds without it, and names every
// setting (000.12c).
func TestDefaultIsDefaults(t *testing.T) {
	// A comment more, so that the file is read rather than recognised.
	loaded := load(t, config.Sources{UserFile: write(t, append(config.Default(), "# mine\n"...))})
	if diff := cmp.Diff(config.Defaults(), loaded.Config); diff != "" {
		t.Errorf("-defaults +template\n%s", diff)
	}
	for _, problem := range append(loaded.Errors, loaded.Warnings...) {
		t.Error(problem)
	}
	for _, origin := range loaded.Origins() {
		if origin.Layer != config.LayerUser {
			t.Errorf("the template does not name %s", origin.Key)
		}
	}
}

// Ensure that the untouched template leaves every value a default: then later
// versions may change them.
func TestUntouchedTemplate(t *testing.T) {
	for _, origin := range load(t, config.Sources{UserFile: write(t, config.Default())}).Origins() {
		if origin.Layer != config.LayerDefault {
			t.Errorf("%s comes from %s", origin.Key, origin.Layer)
		}
	}
}

// Ensure that files which are no configuration are named and leave a usable
// configuration behind: a broken file never blocks a prompt (000.12b).
func TestLoadBrokenFiles(t *testing.T) {
	directory := t.TempDir()
	for name, want := range map[string]string{
		"large":    "is larger than 256 KiB",
		"lines":    "has more than 4096 lines",
		"brackets": "has too much in it",
		"dashes":   "lists within each other",
		"folder":   "is not a regular file",
		"aliases":  "only plain values are read here",
		"deep":     "is more than 16 levels deep",
		"binary":   "",
	} {
		path := filepath.Join(directory, name)
		contents := map[string]string{
			"large":    strings.Repeat("# x", 100<<10),
			"lines":    strings.Repeat("\n", 10000),
			"brackets": "a: " + strings.Repeat("[", 5000),
			"dashes":   strings.Repeat("- ", 5000),
			"aliases":  "parameters: {a: &x [1], b: [*x, *x]}",
			"deep":     "parameters: {a: " + strings.Repeat("[", 20) + strings.Repeat("]", 20) + "}",
			"binary":   "\x00\xff\xfe{[",
		}
		err := os.Mkdir(path, 0o700)
		if name != "folder" {
			err = os.WriteFile(path, []byte(contents[name]), 0o600)
			if err != nil {
				_ = os.Remove(path)
				err = os.WriteFile(path, []byte(contents[name]), 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		loaded := config.Load(config.Sources{UserFile: path})
		if len(loaded.Errors) != 1 || !strings.Contains(loaded.Errors[0].Error(), want) {
			t.Errorf("%s: got errors %v, want one with %q", name, loaded.Errors, want)
		}
		if diff := cmp.Diff(config.Defaults(), loaded.Config); diff != "" {
			t.Errorf("%s changed the configuration\n%s", name, diff)
		}
	}
}

// Ensure that no file makes reading it panic, last, or lose the keys that must
// always hold something.
func FuzzLoad(f *testing.F) {
	f.Add(config.Default())
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
		loaded := config.Load(config.Sources{UserFile: path, ProjectFile: path})
		if loaded.ActiveRuleset == "" || loaded.Hook.PromptMS < 1 || loaded.Suggest.Chars > 8000 {
			t.Errorf("got %+v", loaded.Config)
		}
		for _, origin := range loaded.Origins() {
			if _, err := json.Marshal(origin); err != nil {
				t.Errorf("%s does not encode: %v", origin.Key, err)
			}
		}
	})
}

// show gives what a case's layers come to, as its want section has it.
func show(t *testing.T, layers layersFile) string {
	t.Helper()
	directory := t.TempDir()
	sources := config.Sources{Flags: map[string]string{}}
	for name, text := range layers.sections {
		path := filepath.Join(directory, name)
		switch name {
		case "user.yaml":
			sources.UserFile = path
		case "project.yaml":
			sources.ProjectFile = path
		case "env":
			sources.Environ = strings.Fields(text)
		case "flags":
			for line := range strings.Lines(text) {
				key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
				sources.Flags[key] = value
			}
		}
		if strings.HasSuffix(name, ".yaml") {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	loaded := config.Load(sources)
	var out strings.Builder
	if loaded.ProjectRuleset != "" {
		fmt.Fprintf(&out, "project asks for %s\n", loaded.ProjectRuleset)
	}
	if strings.Contains(layers.sections["ask"], "trust") {
		loaded.TrustProject()
	}
	for _, origin := range loaded.Origins() {
		if origin.Layer != config.LayerDefault {
			fmt.Fprintf(&out, "%s = %s (%s %s:%d)\n", origin.Key, encoded(t, origin.Value), origin.Layer, origin.File, origin.Line)
		}
	}
	for line := range strings.Lines(layers.sections["ask"]) {
		if ruleset, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			value, layer, ok := loaded.Parameter(ruleset, name)
			fmt.Fprintf(&out, "parameter %s of %s = %s (%s %v)\n", name, ruleset, encoded(t, value), layer, ok)
		}
	}
	for _, problem := range loaded.Errors {
		fmt.Fprintf(&out, "error: %v\n", problem)
	}
	for _, problem := range loaded.Warnings {
		fmt.Fprintf(&out, "warning: %v\n", problem)
	}
	return strings.ReplaceAll(out.String(), directory+string(filepath.Separator), "")
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func load(t *testing.T, sources config.Sources) *config.Loaded {
	t.Helper()
	loaded := config.Load(sources)
	if diff := cmp.Diff([]*config.FileError(nil), loaded.Errors, cmpopts.EquateEmpty()); diff != "" {
		t.Fatal(diff)
	}
	return loaded
}

func write(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
