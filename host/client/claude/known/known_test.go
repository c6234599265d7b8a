package known

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// archives are the files of a home as the pinned clients write them; package clienttest records
// them.
func archives(t *testing.T) map[string]*txtar.Archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) != 2 {
		t.Fatalf("got %q, %v; want one of each pinned client", names, err)
	}
	all := map[string]*txtar.Archive{}
	for _, name := range names {
		if all[name], err = txtar.ParseFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// lay writes an archive's files, those of which change returns nil left out.
func lay(t *testing.T, archive *txtar.Archive, change func(name string, data []byte) []byte) Place {
	t.Helper()
	work := t.TempDir()
	for _, file := range archive.Files {
		data := change(file.Name, file.Data)
		if data == nil {
			continue
		}
		path := filepath.Join(work, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return Place{Home: filepath.Join(work, "home", ".claude"), Workspace: filepath.Join(work, "project")}
}

// Ensure that nothing is told of what the pinned clients write, and that every kind of file is
// among it.
func TestCheck(t *testing.T) {
	for name, archive := range archives(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			place := lay(t, archive, func(_ string, data []byte) []byte { return data })
			if problems, seen := Check(place); len(problems) > 0 || seen != len(Files) {
				t.Errorf("got %+v, of %d files; want none, of %d", problems, seen, len(Files))
			}
		})
	}
}

// Ensure that a client which writes a file in another shape is noticed: each key that is relied
// on, and is there, once with a value of another type.
func TestCheckNoticesChange(t *testing.T) {
	changed := 0
	for name, archive := range archives(t) {
		for _, file := range Files {
			for _, key := range file.Keys {
				did := false
				place := lay(t, archive, func(name string, data []byte) []byte {
					if !isOf(file, name) {
						return data
					}
					var out bytes.Buffer
					decoder := json.NewDecoder(bytes.NewReader(data))
					for decoder.More() {
						var value any
						if err := decoder.Decode(&value); err != nil {
							t.Fatal(err)
						}
						did = spoil(value, strings.Split(key.Path, ".")) || did
						if err := json.NewEncoder(&out).Encode(value); err != nil {
							t.Fatal(err)
						}
					}
					return out.Bytes()
				})
				problems, _ := Check(place)
				if did != (len(problems) == 1) || did && problems[0].File.Name != file.Name {
					t.Errorf("%s: %s of %s changed: %v; got %+v", filepath.Base(name), key.Path, file.Name, did, problems)
				}
				if did {
					changed++
				}
			}
		}
	}
	if changed < 40 {
		t.Errorf("only %d keys were there to be changed", changed)
	}
}

func isOf(file File, name string) bool {
	if file.Lines {
		return strings.HasSuffix(name, ".jsonl")
	}
	return strings.HasSuffix(name, "/"+file.Name)
}

// spoil gives each value at a path a type that none has, and reports whether there was any.
func spoil(value any, path []string) bool {
	did := false
	switch value := value.(type) {
	case map[string]any:
		for key, inside := range value {
			if path[0] != "*" && path[0] != key {
				continue
			}
			if len(path) > 1 {
				did = spoil(inside, path[1:]) || did
				continue
			}
			value[key], did = other(inside), true
		}
	case []any:
		for _, inside := range value {
			did = path[0] == "*" && len(path) > 1 && spoil(inside, path[1:]) || did
		}
	}
	return did
}

// other returns a value of another type.
func other(value any) any {
	if _, isText := value.(string); isText {
		return 7
	}
	return "now a text"
}

// Ensure that what is no JSON, half written, empty or not there is told as it is, and that
// nothing stops the check.
func TestCheckOdd(t *testing.T) {
	for text, want := range map[string]int{"": 0, "{}": 0, "\xEF\xBB\xBF{}": 0, "[]": 1, "{": 1, "\x00": 1, `{"enabledPlugins": []}`: 1, `{"enabledPlugins": null}`: 0} {
		home := t.TempDir()
		if err := os.WriteFile(filepath.Join(home, "settings.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if problems, seen := Check(Place{Home: home}); len(problems) != want || seen != 1 {
			t.Errorf("%q: got %+v of %d files, want %d", text, problems, seen, want)
		}
	}
	for text, want := range map[string]int{"": 0, `{"type": "x"}`: 0, "{}\n": 1, "{\"type\": \"x\"}\n{\"ty": 0, "{\"type\": \"x\"}\n\n[]\n": 1} {
		home := t.TempDir()
		folder := filepath.Join(home, "projects", "p")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "s.jsonl"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if problems, _ := Check(Place{Home: home}); len(problems) != want {
			t.Errorf("transcript %q: got %+v, want %d", text, problems, want)
		}
	}
	if problems, seen := Check(Place{Home: filepath.Join(t.TempDir(), "absent")}); len(problems) > 0 || seen > 0 {
		t.Errorf("without a home: got %+v of %d", problems, seen)
	}
}

// Ensure that no bytes crash the check.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"plugins": {"a": [{"installPath": 1}]}, "version": 2}`, `{"a": {"source": {"source": []}}}`, "null", `{"type":null}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, file := range Files {
			if what := file.wrong(data); strings.Contains(what, "%!") {
				t.Errorf("got %q", what)
			}
		}
	})
}
