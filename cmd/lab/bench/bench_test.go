package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// What differs in names of cases: how large a module is, and how many files of the Go tree
// count and places they have.
var (
	moduleSize = regexp.MustCompile(`of \d+ KB`)
	codeSize   = regexp.MustCompile(`\d+ (new files|files,|places)`)
)

// built is where TestMain has the programs of a release built when they are first asked for.
var built string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "impressionism-bench-")
	if err != nil {
		panic(err)
	}
	built = folder
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// released are the programs of a release, by their names.
var released = sync.OnceValues(func() (map[string]string, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	var subject, thin string
	programs := map[string]string{}
	for _, one := range shipped(&subject, &thin) {
		if programs[filepath.Base(one.pkg)], err = one.build(context.Background(), root, built); err != nil {
			return nil, err
		}
	}
	return programs, nil
})

// releasedPath returns the path of one of them.
func releasedPath(t *testing.T, name string) string {
	t.Helper()
	programs, err := released()
	if err != nil {
		t.Fatal(err)
	}
	return programs[name]
}

// Ensure that the bench measures the program as it is: every case that needs no
// model is run, answers as it should, and is compared with the yardstick.
func TestBench(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	statSources(t, root)
	ballast := touched(128 << 20)
	absent := filepath.Join(t.TempDir(), "absent")
	jsonFile := filepath.Join(t.TempDir(), "result.json")
	guests := cmp.Or(os.Getenv("IMPRESSIONISM_TEST_GUESTS"), absent)
	o, err := parse([]string{"-program", releasedPath(t, "impressionism"), "-guests", guests, "-rounds", "1", "-slow", "0", "-skills", "12", "-many", "14", "-beside", "30", "-code-files", "24", "-models", absent, "-corpus", absent, "-json", jsonFile}, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	o.settings = patient
	var progress, out bytes.Buffer
	r, err := measure(t.Context(), o, &progress)
	if err != nil {
		t.Fatalf("%v\n%s", err, progress.Bytes())
	}
	if len(r.Refused) > 0 {
		t.Errorf("refused: %v", r.Refused)
	}
	want := casesWithoutModel(guests != absent)
	var got []string
	for _, m := range r.Measures {
		if m.Name != "node -e 0" {
			got = append(got, codeSize.ReplaceAllString(moduleSize.ReplaceAllString(m.Name, "of KB"), "$1"))
		}
		if m.Runs != 1 || m.Late != 0 || !(m.Ratio > 0) || !(m.MedianMS > 0) {
			t.Errorf("%+v", m)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("measured %q, want %q", got, want)
	}
	// A child's peak starts at that of the process which started it.
	if peak := r.Measures[0].PeakMB; runtime.GOOS != "windows" && !(peak > 0 && peak < float64(len(ballast))/2e6) {
		t.Errorf("the peak of %s is %.0f MB", yardstick, peak)
	}
	runtime.KeepAlive(ballast)
	r.print(&out)
	if !strings.Contains(out.String(), "cold: silence") || strings.Contains(out.String(), "NaN") {
		t.Errorf("printed:\n%s", out.Bytes())
	}
	if strings.Contains(strings.Join(want, "\n"), startLeft) && (len(r.Handed) != 2 || !strings.Contains(out.String(), startHuge+": ")) {
		t.Errorf("the starts of sessions are not compared: %+v\n%s", r.Handed, out.Bytes())
	}
	if len(r.Lessons) != 4 || !strings.Contains(out.String(), "cold: Stop, 200 lessons: ") {
		t.Errorf("events with lessons are not compared: %+v\n%s", r.Lessons, out.Bytes())
	}
	if _, err := exec.LookPath("git"); err == nil {
		checkCode(t, r.Code, out.String())
	}
	if err := r.write(jsonFile); err != nil {
		t.Fatal(err)
	}
	encoded, err := os.ReadFile(jsonFile)
	if err != nil {
		t.Fatal(err)
	}
	if again := new(result); json.Unmarshal(encoded, again) != nil || len(again.Measures) != len(r.Measures) {
		t.Errorf("written:\n%s", encoded)
	}
}

// checkCode holds what is measured of the index of code beside the cases.
func checkCode(t *testing.T, code *codeResult, printed string) {
	t.Helper()
	if len(code.Whole) != 2 || len(code.Searches) != 1 || len(code.Beside) != len(besideCodeGoals) {
		t.Fatalf("the index of code: %+v", code)
	}
	tree, all := code.Whole[0], code.Whole[1]
	if tree.Places == 0 || all.Places <= tree.Places || !(tree.DatabaseMB > 0) || !(all.CPUMS > 0) || runtime.GOOS != "windows" && !(all.PeakMB > 0) {
		t.Errorf("whole repositories: %+v", code.Whole)
	}
	if s := code.Searches[0]; s.Asked != codeTimes*len(codeQuestions) || !(s.MedianMS > 0) {
		t.Errorf("searches in a server: %+v", s)
	}
	for _, part := range []string{"code index of the Go tree, once: ", "search_code, warm, by words: ", "cold: Stop, code indexed: "} {
		if !strings.Contains(printed, part) {
			t.Errorf("%q is not printed:\n%s", part, printed)
		}
	}
}

// casesWithoutModel are the names of the cases where no model is installed.
func casesWithoutModel(guests bool) (want []string) {
	want = []string{
		yardstick, yardstickToo, "warm: Stop", "warm: PostToolUse", "warm: silence", "warm: words",
		"cold: Stop", "cold: PostToolUse", "cold: silence", "cold: silence, two words", "cold: words, no model installed",
		"cold: words, 12 skills in a project", "the same beside 30 of others",
		"index: 12 skills, unchanged, no model", "index: 14 skills, unchanged, no model", "index: 12 new skills, no model",
	}
	insert := func(after string, names ...string) { want = slices.Insert(want, slices.Index(want, after)+1, names...) }
	if guests {
		insert("cold: words, no model installed", "the same, ruleset in Rust", "the same, ruleset in standard Go")
		want = append(want, "cold: a module that never ends", "vet a module of KB")
	}
	want = slices.Insert(want, slices.Index(want, "cold: words, 12 skills in a project"), "cold: words, no model, 200 tools",
		"cold: words, no model, 200 lessons", "cold: Stop, 200 lessons", "cold: PostToolUse, 200 lessons", "warm: words, 200 lessons")
	if _, err := exec.LookPath("git"); err == nil {
		want = slices.Insert(want, slices.Index(want, "the same beside 30 of others")+1,
			"cold: words, no model, code indexed", "cold: Stop, code indexed", "warm: words, no model, code indexed",
			"cold: words, no model, code not indexed", "cold: Stop, code not indexed", "warm: words, no model, code not indexed",
			"code index: files, unchanged", "code index: files, one edited", "cold: code search, places")
		want = slices.Insert(want, slices.Index(want, "cold: words, no model, 200 tools"), startAlone, startLeft, startHuge)
	}
	insert("warm: words", "warm: silence, by the whole program", "warm: silence, by the plugin's script")
	insert("cold: silence, two words", "cold: silence, from the thin hook")
	return want
}

func touched(size int) []byte {
	memory := make([]byte, size)
	for i := 0; i < size; i += 4096 {
		memory[i] = 1
	}
	return memory
}

// statSources looks at what the programs are built from, so that `go test` runs
// this again when any of it has changed.
func statSources(t *testing.T, root string) {
	t.Helper()
	for _, part := range []string{"abi", "cmd", "host", "plugin", "rules", "schemas", "go.mod", "go.sum"} {
		err := filepath.WalkDir(filepath.Join(root, part), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				if entry != nil && (entry.Name() == "testdata" || entry.Name() == "target") {
					return filepath.SkipDir
				}
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
