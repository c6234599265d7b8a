package peers

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/lab/bench"
)

// smallSet are three skills and prompts that each program must get right.
var smallSet = map[string]string{
	"corpus.jsonl": `{"id": "pdf-forms", "name": "pdf-forms", "description": "Fill in PDF forms. Use when somebody mentions \"AcroForm\" or \"fill in a form\".", "body": "Fill in PDF forms."}
{"id": "database-migrations", "name": "database-migrations", "description": "Plan and write database schema migrations without downtime.", "body": "Write migrations of a database schema."}
{"id": "sourdough-bread", "name": "sourdough-bread", "description": "Bake sourdough bread from a starter.", "body": "Feed the starter, knead, bake."}
`,
	"queries.jsonl": `{"id": "p", "text": "fill in a form of a pdf that has AcroForm fields, please"}
{"id": "m", "text": "write the database migrations for the new schema"}
{"id": "b", "text": "how long does sourdough bread bake, and when is the starter ripe?"}
{"id": "n", "text": "thanks"}
`,
	"qrels.jsonl": `{"id": "p", "gold": [["pdf-forms"]]}
{"id": "m", "gold": [["database-migrations"]]}
{"id": "b", "gold": [["sourdough-bread"]]}
{"id": "n", "gold": [], "kind": "negative"}
`,
}

// Ensure that every program which this machine has is asked with every catalog as its user
// would, gets plain prompts right, answers a timed prompt as it was scored, and that what
// is missing is named with the reason.
func TestPeers(t *testing.T) {
	root, err := bench.FindRoot()
	envtest.Must(t, err)
	statSources(t, root)
	set := filepath.Join(t.TempDir(), "small")
	envtest.Must(t, os.Mkdir(set, 0o700))
	for name, text := range smallSet {
		envtest.Must(t, os.WriteFile(filepath.Join(set, name), []byte(text), 0o600))
	}
	absent := filepath.Join(t.TempDir(), "absent")
	jsonFile := filepath.Join(t.TempDir(), "result.json")
	o, err := parse([]string{"-fitted", set, "-sets", set, "-drawn", "2", "-rounds", "2", "-models", absent, "-python", absent, "-json", jsonFile}, os.Stderr)
	envtest.Must(t, err)
	for _, name := range envtest.WideDeadlines {
		o.settings = append(o.settings, "IMPRESSIONISM_HOOK_"+name+"="+patience)
	}
	o.settings = append(o.settings, "IMPRESSIONISM_WARM_WAIT_MS=10000")
	var progress, out bytes.Buffer
	r, err := measure(t.Context(), o, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.Bytes())
	}
	checkTimes(t, r)
	checkQuality(t, r)
	if len(r.Skipped) == 0 || !strings.Contains(strings.Join(r.Skipped, "\n"), namePublished+": ") {
		t.Errorf("skipped %q, want what needs Python", r.Skipped)
	}
	if notes := strings.Join(r.Notes, "\n"); strings.Count(notes, "the server answered 3 of 3 timed prompts") != 2 {
		t.Errorf("noted:\n%s", notes)
	}
	r.print(&out)
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(line) > 81 && !strings.HasPrefix(line, "skipped") {
			t.Errorf("this line is wider than 80 columns: %s", line)
		}
	}
	envtest.Must(t, r.write(jsonFile))
	encoded, err := os.ReadFile(jsonFile)
	envtest.Must(t, err)
	if again := new(result); json.Unmarshal(encoded, again) != nil || len(again.Quality) != len(r.Quality) {
		t.Errorf("written:\n%s", encoded)
	}
}

// present are the programs that this machine must measure, by the ways they are started.
func present() []string {
	list := []string{nameOwn, nameOwn + ", with server"}
	for _, peer := range []struct{ program, name string }{{"jq", nameShell}, {"node", nameNode}} {
		if _, err := exec.LookPath(peer.program); err == nil {
			list = append(list, peer.name)
		}
	}
	return list
}

func checkTimes(t *testing.T, r *result) {
	t.Helper()
	for _, catalog := range []string{"3 skills", "2 skills"} {
		var got []string
		for _, one := range r.Time {
			if one.Catalog != catalog {
				continue
			}
			got = append(got, one.Program)
			if len(one.MS) != 2 || !(one.Ratio > 0) || one.Program != yardstick && one.Same != 2 {
				t.Errorf("%s, %s: %+v", catalog, one.Program, one)
			}
		}
		if want := append([]string{yardstick}, present()...); !slices.Equal(got, want) {
			t.Errorf("with %s these were timed: %q, want %q", catalog, got, want)
		}
	}
}

func checkQuality(t *testing.T, r *result) {
	t.Helper()
	scored := map[string]bool{}
	for _, one := range r.Quality {
		scored[one.Program] = true
		whole, lacks := one.Catalog == "3 skills", one.Undrawn.Of
		if whole == (lacks > 0) || whole && one.Recall.Of != 3 || !whole && one.Recall.Of+lacks != 3 {
			t.Errorf("%s, %s: %d needs and %d prompts of absent skills", one.Catalog, one.Program, one.Recall.Of, lacks)
		}
		if one.First.Count != one.First.Of || one.Recall.Count != one.Recall.Of || one.Alarms.Count > 0 {
			t.Errorf("%s, %s: %+v", one.Catalog, one.Program, one.quality)
		}
	}
	for _, program := range present() {
		if program != nameOwn+", with server" && !scored[program] {
			t.Errorf("%s was not scored", program)
		}
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
