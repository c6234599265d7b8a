package impressionism_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

const ours = "github.com/ed-irl/impressionism"

// author is a module of somebody else's in a folder outside of the tree.
type author struct {
	folder string
	env    []string
}

// newAuthor lays the example out and makes a module of it, as docs/rulesets/go.md
// says.
func newAuthor(t *testing.T) author {
	t.Helper()
	tree := readTree(t)
	a := author{folder: t.TempDir(), env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-modcacherw -trimpath")}
	if err := os.CopyFS(a.folder, os.DirFS("testdata/careful")); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(tree, "go.sum")) // so that no sum has to be asked for
	if err == nil {
		err = os.WriteFile(filepath.Join(a.folder, "go.sum"), sums, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.run(t, "mod", "init", "acme.example/careful")
	a.run(t, "mod", "edit", "-require", ours+"@v0.0.0", "-replace", ours+"="+tree)
	a.run(t, "get", "-t", ".")
	return a
}

// readTree reads what an author's build reads, so that go test runs again when
// that changed, and gives the tree's root.
func readTree(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"abi", "sdk/go", "schemas", "host/ruleset/engine", "host/trace", "host/ruleset/wasm/binary", "go.mod"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			_, err = os.ReadFile(name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func (a author) try(arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Dir, command.Env = a.folder, a.env
	output, err := command.CombinedOutput()
	return string(output), err
}

func (a author) run(t *testing.T, arguments ...string) string {
	t.Helper()
	output, err := a.try(arguments...)
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, output)
	}
	return output
}

// build gives the module as the documentation says to build it.
func (a author) build(t *testing.T) *binary.Module {
	t.Helper()
	a.env = append(a.env, "GOOS=wasip1", "GOARCH=wasm")
	a.run(t, "build", "-buildmode=c-shared", "-ldflags", "-s -w", "-o", "careful.wasm", ".")
	code, err := os.ReadFile(filepath.Join(a.folder, "careful.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	if err := wasm.Check(code); err != nil {
		t.Errorf("a host refuses the module: %v", err)
	}
	module, err := binary.Decode(code)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// Ensure that an author's own module, with one requirement of ours, can be vetted,
// tested natively and built, without cgo; that the calls its code makes are the
// ones it imports, and that it exports the contract.
func TestAuthorsModule(t *testing.T) {
	a := newAuthor(t)
	a.run(t, "vet", "./...")
	a.run(t, "test", "./...")
	if found := a.run(t, "list", "-deps", "-test", "-f", "{{if and .CgoFiles (not .Standard)}}{{.ImportPath}}{{end}}", "./..."); strings.TrimSpace(found) != "" {
		t.Errorf("cgo is in an author's build: %s", found)
	}
	module := a.build(t)
	var calls, exports []string
	for _, imported := range module.Imports {
		if imported.Module == "extism:host/user" {
			calls = append(calls, imported.Name)
		}
	}
	for _, exported := range module.Exports {
		exports = append(exports, exported.Name)
	}
	slices.Sort(calls)
	if want := []string{"log", "param", "search"}; !slices.Equal(calls, want) {
		t.Errorf("imports the calls %v, want %v", calls, want)
	}
	for _, want := range []string{fmt.Sprintf("impressionism_abi_%d", abi.Version), abi.Activation, abi.Deactivation, "_initialize"} {
		if !slices.Contains(exports, want) {
			t.Errorf("exports %v, without %s", exports, want)
		}
	}
}

// Ensure that an author's test fails, and shows why, where a scenario is not met,
// a call is not in the manifest, or a line is logged that no host would keep.
func TestAuthorsTestFails(t *testing.T) {
	a := newAuthor(t)
	for _, c := range []struct{ file, old, changed, want string }{
		{"scenarios/fits.yaml", "score: 0.9 }", "score: 0.8 }", "score:\n              want 0.8000\n              got  0.9000"},
		{"scenarios/fits.yaml", "debug testing: 0.70", "nothing of the kind", "want nothing of the kind"},
		{"ruleset.json", `"default": 0.8`, `"default": 0.6`, "got  skill:database, skill:testing"},
		{"ruleset.json", `"search", `, ``, "search: not among the calls of acme/careful"},
		{"ruleset.json", `, "log"]`, `]`, "log is not among the manifest's calls"},
		{"ruleset.json", `, "log"]`, `]`, "--- FAIL: TestScenarios/nothing-fits"},
		{"ruleset.json", `"search"`, `"serch"`, `there is no host call "serch"`},
		{"careful.go", `var entries`, `panic("oh no"); var entries`, "oh no (careful.go:24)"},
	} {
		file := filepath.Join(a.folder, c.file)
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		after := strings.Replace(string(before), c.old, c.changed, 1)
		if after == string(before) {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if err := os.WriteFile(file, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
		output, err := a.try("test", "-vet=off", "./...")
		if err == nil || !strings.Contains(output, c.want) {
			t.Errorf("%s with %q: got %v\n%swant %q", c.file, c.changed, err, output, c.want)
		}
		if err := os.WriteFile(file, before, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
