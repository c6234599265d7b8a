package guests

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is a root with one input file and a job that copies it.
type tree struct {
	t      *testing.T
	root   string
	builds int
	fails  error
}

func newTree(t *testing.T) *tree {
	t.Helper()
	tr := &tree{t: t, root: t.TempDir()}
	tr.write("source/a.txt", "one")
	return tr
}

func (tr *tree) write(name, content string) {
	tr.t.Helper()
	name = filepath.Join(tr.root, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) job(toolchain string) job {
	return job{
		name: "probe/x", lane: "x", inputs: []string{"source"}, outputs: []string{"probe/x.wasm"},
		toolchain: func(context.Context, string) (string, error) { return toolchain, nil },
		build: func(_ context.Context, root, into string) error {
			tr.builds++
			if tr.fails != nil {
				return tr.fails
			}
			content, err := os.ReadFile(filepath.Join(root, "source", "a.txt"))
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(into, "probe/x.wasm"), content, 0o600)
		},
	}
}

func (tr *tree) output() string {
	tr.t.Helper()
	content, err := os.ReadFile(filepath.Join(tr.root, guestsFolder, "probe/x.wasm"))
	if err != nil {
		tr.t.Fatal(err)
	}
	return string(content)
}

// Ensure that a guest is built again if and only if its sources, its toolchain or
// what was built have changed, whatever the clock says.
func TestBuildsWhatChanged(t *testing.T) {
	tr := newTree(t)
	for _, step := range []struct {
		about     string
		change    func()
		toolchain string
		builds    int
	}{
		{"at first", func() {}, "1", 1},
		{"again", func() {}, "1", 1},
		{"a touched file", func() { tr.write("source/a.txt", "one") }, "1", 1},
		{"what a compiler left", func() { tr.write("source/target/x", "x") }, "1", 1},
		{"another source", func() { tr.write("source/a.txt", "two") }, "1", 2},
		{"a further file", func() { tr.write("source/b.txt", "") }, "1", 3},
		{"another toolchain", func() {}, "2", 4},
		{"a damaged module", func() { tr.write(guestsFolder+"/probe/x.wasm", "damaged") }, "2", 5},
		{"a lost module", func() { os.Remove(filepath.Join(tr.root, guestsFolder, "probe/x.wasm")) }, "2", 6},
	} {
		step.change()
		var out, errOut bytes.Buffer
		if !buildAll(t.Context(), tr.root, []job{tr.job(step.toolchain)}, &out, &errOut) {
			t.Fatalf("%s: %s", step.about, errOut.String())
		}
		if tr.builds != step.builds {
			t.Errorf("%s: %d builds, want %d", step.about, tr.builds, step.builds)
		}
	}
	if got := tr.output(); got != "two" {
		t.Errorf("got %q", got)
	}
}

// Ensure that a build that fails is told with its cause, leaves the module of
// before alone and is tried again.
func TestFailure(t *testing.T) {
	tr := newTree(t)
	var out, errOut bytes.Buffer
	if !buildAll(t.Context(), tr.root, []job{tr.job("1")}, &out, &errOut) {
		t.Fatal(errOut.String())
	}
	tr.write("source/a.txt", "two")
	tr.fails = errors.New("no such register")
	for range 2 {
		errOut.Reset()
		if buildAll(t.Context(), tr.root, []job{tr.job("1")}, &out, &errOut) {
			t.Error("the failure was not told")
		}
		if got := errOut.String(); !strings.Contains(got, "probe/x") || !strings.Contains(got, "failed: no such register") {
			t.Errorf("got %q", got)
		}
	}
	if tr.builds != 3 || tr.output() != "one" {
		t.Errorf("%d builds, output %q", tr.builds, tr.output())
	}
	entries, err := os.ReadDir(filepath.Join(tr.root, guestsFolder))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".build-") {
			t.Errorf("%s was left", entry.Name())
		}
	}
}

// Ensure that without a compiler the user is told what to install.
func TestMissingToolchains(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := findC(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "install clang and lld, or python3 with pip") {
		t.Errorf("C: got %v", err)
	}
	if _, err := findAssemblyScript(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "install Node.js with npm") {
		t.Errorf("AssemblyScript: got %v", err)
	}
	if tinyGoIsPresent() {
		t.Error("TinyGo is present")
	}
}

// Ensure that every guest of the tree has sources, and names find their guests.
func TestList(t *testing.T) {
	jobs, err := list(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names       []string
		conformance bool
		want        string
	}{
		{[]string{"probe/c"}, false, "probe/c"},
		{[]string{"builtin-rust/default", "builtin-go"}, false, "builtin-rust builtin-go/default"},
		{[]string{"probe/assemblyscript"}, false, "probe/assemblyscript"},
	} {
		chosen, err := choose(jobs, c.names, c.conformance)
		var names []string
		for _, j := range chosen {
			names = append(names, j.name)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("%q: got %q, %v, want %q", c.names, got, err, c.want)
		}
	}
	usual, err := choose(jobs, nil, false)
	all, errAll := choose(jobs, nil, true)
	if err != nil || errAll != nil || len(all) <= len(usual) || len(all) != len(jobs) {
		t.Errorf("%d guests, %d with the conformance run, %d known (%v, %v)", len(usual), len(all), len(jobs), err, errAll)
	}
	if _, err := choose(jobs, []string{"probe/cobol"}, false); err == nil || !strings.Contains(err.Error(), `there is no guest "probe/cobol"; there are: `) {
		t.Errorf("got %v", err)
	}
}
