package codesearch

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/host/eval/codeset"
)

// small is a set of two questions about two files, one of which is long.
var small = map[string]string{
	"set/corpora.json":  `[{"name": "shop", "roots": ["."]}]`,
	"set/queries.jsonl": "{\"id\": \"a\", \"repo\": \"shop\", \"text\": \"where is the discount of a basket computed\"}\n{\"id\": \"b\", \"repo\": \"shop\", \"text\": \"print the receipt\"}\n",
	"set/qrels.jsonl": `{"id": "a", "kind": "hand", "level": "easy", "gold": [[{"path": "price.go", "start": 3, "end": 6}]]}
{"id": "b", "kind": "hand", "level": "easy", "gold": [[{"path": "long.go", "start": 203, "end": 206}]]}
`,
	"corpora/shop/price.go": "package shop\n\n// Discount of a basket.\nfunc Discount(basket []int) int {\n\treturn len(basket)\n}\n",
	"corpora/shop/long.go":  "package shop\n\n" + strings.Repeat("var _ = 0\n", 199) + "\n// Receipt prints a receipt.\nfunc Receipt() string {\n\treturn \"receipt\"\n}\n",
	"corpora/shop/notes.md": "the discount of a basket, computed; print the receipt\n",
}

// Ensure each program that this machine has is asked all questions and finds plain places,
// that what cannot be had is named with its reason, and that the table fits a terminal.
func TestCodePeers(t *testing.T) {
	if _, err := exec.LookPath("grep"); err != nil {
		envtest.SkipOrFail(t, "needs grep")
	}
	root, err := bench.FindRoot()
	envtest.Must(t, err)
	statSources(t, root)
	folder := t.TempDir()
	for name, text := range small {
		name = filepath.Join(folder, filepath.FromSlash(name))
		envtest.Must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		envtest.Must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	absent := filepath.Join(folder, "absent")
	o, err := parse([]string{"-set", filepath.Join(folder, "set"), "-corpora", filepath.Join(folder, "corpora"), "-models", absent, "-python", absent}, os.Stderr)
	envtest.Must(t, err)
	var progress, out bytes.Buffer
	r, err := measure(t.Context(), o, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.Bytes())
	}
	var got []string
	for _, p := range r.Programs {
		got = append(got, strings.Replace(p.Name, "ripgrep", nameGrep, 1))
		if p.File.Value != 1 || p.Alone.Value != 1 || len(p.Tokens) != 2 || p.Tokens[0] == nil || !(*p.Tokens[0] > 0) {
			t.Errorf("%s: %+v", p.Name, p)
		}
	}
	if want := []string{"grep, files by count", "grep, best windows", "impressionism, words alone"}; !slices.Equal(got, want) {
		t.Errorf("measured %q, want %q", got, want)
	}
	if skipped := strings.Join(r.Skipped, "\n"); !strings.Contains(skipped, "semble: ") || !strings.Contains(skipped, "impressionism with the model: ") {
		t.Errorf("skipped:\n%s", skipped)
	}
	r.print(&out)
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(line) > 81 && !strings.HasPrefix(line, "skipped") {
			t.Errorf("this line is wider than 80 columns: %s", line)
		}
	}
}

// Ensure a reader pays for everything up to the piece that answers, and that what a program
// prints answers nothing.
func TestCost(t *testing.T) {
	gold := [][]codeset.Place{{{Path: "a.go", Start: 10, End: 19}}}
	at := func(tokens int, path string, start, end int) piece {
		return piece{tokens, codeset.Hit{Path: path, Start: start, End: end}}
	}
	for name, test := range map[string]struct {
		pieces []piece
		want   float64
	}{
		"the first piece of lines": {[]piece{printed("12345"), at(7, "a.go", 10, 19)}, 9},
		"a window around it":       {[]piece{at(5, "b.go", 10, 19), at(7, "a.go", 1, 41), at(9, "a.go", 10, 19)}, 12},
		"too little of it":         {[]piece{at(5, "a.go", 1, 12), at(7, "a.go", 15, 19)}, 12},
		"never":                    {[]piece{printed("a.go:10-19"), at(5, "a.go", 30, 40)}, math.Inf(1)},
	} {
		if got := cost(test.pieces, gold); got != test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// Ensure grep's reader takes files by their matching lines, and windows by the different
// words in them.
func TestWindows(t *testing.T) {
	printed := "./many.go:1:retry\nmany.go:30:retry\nmany.go:60:retry\nfew.go:5:retry\nfew.go:9:timeout\nbinary.md:1:retry\nno line\n"
	files := matchesOf([]byte(printed), []string{"retry", "timeout"}, func(path string) bool { return path != "binary.md" })
	if got, want := listOf(files), "many.go:3\nfew.go:2\n"; got != want {
		t.Errorf("listed %q, want %q", got, want)
	}
	if got := inFiles(files); len(got) != 4 || got[0].path != "many.go" || got[3].path != "few.go" {
		t.Errorf("by files: %+v", got)
	}
	if got := overall(files); got[0].path != "few.go" || got[0].words != 2 {
		t.Errorf("by words: %+v", got)
	}
	if got := wordsOf("where do we retry the timeout, and retry?"); !slices.Equal(got, []string{"retry", "timeout"}) {
		t.Errorf("the words are %q", got)
	}
}

// statSources looks at what our program is built from, so that `go test` runs this again
// when any of it has changed.
func statSources(t *testing.T, root string) {
	t.Helper()
	for _, part := range []string{"abi", "cmd", "host", "rules", "schemas", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, entry os.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "target") {
				return filepath.SkipDir
			}
			if err == nil {
				_, err = os.Stat(path)
			}
			return err
		})
		envtest.Must(t, err)
	}
}
