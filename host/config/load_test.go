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
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

var update = flag.Bool("update", false, "write what is got into the files of testdata/layers")

// Ensure that layers give what testdata/layers/*.txtar says: values with their
// layers, files and lines, errors and warnings, and parameters of rulesets.
// A file's comment says why.
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

// folders are those of a made-up client.
var folders = config.Folders{Project: ".quill", Skills: []string{"~/.quill/skills", ".quill/skills"}}

// Ensure that the template says exactly what holds without it, and names every
// setting.
func TestDefaultIsDefaults(t *testing.T) {
	// The parameters of rulesets are comments, which TestEditedTemplate says why.
	template := strings.NewReplacer("\n# rulesets:", "\nrulesets:", "\n#   ", "\n  ").Replace(string(config.Default(folders)))
	loaded := load(t, config.Sources{Folders: folders, UserFile: write(t, []byte(template))})
	if diff := cmp.Diff(config.Defaults(folders), loaded.Config); diff != "" {
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
	for _, origin := range load(t, config.Sources{Folders: folders, UserFile: write(t, config.Default(folders))}).Origins() {
		if origin.Layer != config.LayerDefault {
			t.Errorf("%s comes from %s", origin.Key, origin.Layer)
		}
	}
}

// Ensure that what is set for all rulesets counts whatever else of the template was changed.
func TestEditedTemplate(t *testing.T) {
	for _, mine := range []string{"", "# mine\n"} {
		loaded := load(t, config.Sources{
			Folders: folders, UserFile: write(t, append(config.Default(folders), mine...)),
			Flags: map[string]string{"parameters.similarity_threshold": "0.9"},
		})
		if value, _, _ := loaded.Parameter("builtin/default", "similarity_threshold"); value != 0.9 {
			t.Errorf("with %q more it is %v", mine, value)
		}
		for _, problem := range loaded.Warnings {
			t.Error(problem)
		}
	}
}

// show gives what a case's layers come to, as its want section has it.
func show(t *testing.T, layers layersFile) string {
	t.Helper()
	directory := t.TempDir()
	sources := config.Sources{Folders: folders, Flags: map[string]string{}, Lines: suggest.Marks(kinds)}
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
	text := describe(t, config.Load(sources), layers.sections["ask"])
	return strings.ReplaceAll(text, directory+string(filepath.Separator), "")
}

// describe lists what is not by default, what was asked for, and what was wrong.
func describe(t *testing.T, loaded *config.Loaded, ask string) string {
	t.Helper()
	var out strings.Builder
	if len(loaded.ProjectRuleset) > 0 {
		fmt.Fprintf(&out, "project asks for %s\n", loaded.ProjectRuleset)
	}
	if strings.Contains(ask, "trust") {
		loaded.TrustProject()
	}
	for _, origin := range loaded.Origins() {
		if origin.Layer != config.LayerDefault {
			fmt.Fprintf(&out, "%s = %s (%s %s:%d)\n", origin.Key, encoded(t, origin.Value), origin.Layer, origin.File, origin.Line)
		}
	}
	for line := range strings.Lines(ask) {
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
	return out.String()
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
