package project

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/store/places"
)

// Ensure of up to twenty files that were changed since the last look, in a folder that is too
// large for a glance, the hits are mended, and those of more are said to be stale: no line of
// theirs is said to be right.
func TestStale(t *testing.T) {
	for changed, mended := range map[int]bool{3: true, mendFilesMax: true, mendFilesMax + 1: false, 40: false} {
		folder, indexes := newTree(t, 40)
		p := openAt(t, indexes, folder, options())
		p.options.Now = func() time.Time { return time.Time{}.AddDate(2100, 0, 0) } // machines of tests are busy
		refresh(t, p)
		p.glanceMax = 1
		for i := range changed {
			write(t, folder, fmt.Sprintf("d%d/f%d.go", i%7, i), fmt.Sprintf("package d\n\n\n// Word%d does what number %d does.\nfunc Word%d() int { return %d }\n", i, i, i, i))
		}
		answer := askFor(t, p, Question{Text: "number does", Limit: 100}, nil)
		want := 0
		if !mended {
			want = changed
		}
		if len(answer.Hits) < 40 || answer.Stale != want || strings.Count(said(answer), " stale") != want || strings.Count(said(answer), ":4-5 ") != changed-want {
			t.Errorf("%d changed: got %d hits, %d stale: %s", changed, len(answer.Hits), answer.Stale, said(answer))
		}
	}
}

// Ensure a folder of more files than a glance looks at still has right lines, and finds what was
// added after the next look.
func TestLargeFolder(t *testing.T) {
	folder, indexes := newTree(t, 10)
	p := openAt(t, indexes, folder, options())
	p.glanceMax = 5
	refresh(t, p)
	write(t, folder, "new.go", "package d\n\n// Novel is added.\nfunc Novel() {}\n")
	if got := said(ask(t, p, "Novel")); strings.Contains(got, "Novel") {
		t.Errorf("before a look: got %s", got)
	}
	write(t, folder, "d3/f3.go", "package d\n\n\n\n// Word3 is moved.\nfunc Word3() {}\n")
	if got := said(ask(t, p, "Word3")); !strings.Contains(got, "d3/f3.go:5-6 Word3") || strings.Contains(got, "stale") {
		t.Errorf("an edit: got %s", got)
	}
	must(t, os.Remove(filepath.Join(folder, "d3", "f3.go")))
	if got := said(ask(t, p, "Word3")); strings.Contains(got, "f3.go") {
		t.Errorf("a deletion: got %s", got)
	}
	refresh(t, p)
	if got := said(ask(t, p, "Novel")); !strings.Contains(got, "new.go:3-4 Novel") {
		t.Errorf("after a look: got %s", got)
	}
}

// Ensure while files are written over and over, as editors do it and as builds do it, no answer
// has lines that no version of the file had.
func TestEditedWhileSearched(t *testing.T) {
	folder, indexes := newTree(t, 20)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	stop, stopped := make(chan struct{}), make(chan error, 1)
	version := func(n int) string {
		return strings.Repeat("// A line.\n", n%5) + fmt.Sprintf("package d\n\n// Word3 is of version %d.\nfunc Word3() int {\n\treturn %d\n}\n", n, n)
	}
	go func() {
		path := filepath.Join(folder, "d3", "f3.go")
		for n := 0; ; n++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			var err error
			if n%2 == 0 { // in place, in two writes
				err = os.WriteFile(path, []byte(version(n)), 0o600)
			} else if err = os.WriteFile(path+"~", []byte(version(n)), 0o600); err == nil {
				err = os.Rename(path+"~", path)
			}
			if err != nil {
				stopped <- err
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	whole := 0
	for until := time.Now().Add(2 * time.Second); time.Now().Before(until); {
		answer, err := p.Search(context.Background(), Question{Text: "Word3", Limit: 3}, nil)
		must(t, err)
		for _, hit := range answer.Hits {
			if hit.Symbol != "Word3" || hit.Stale {
				continue
			}
			whole++
			text := strings.Join(hit.Lines, "\n")
			n := 0
			if _, err := fmt.Sscanf(text, "// Word3 is of version %d.", &n); err == nil && hit.Start == n%5+3 && strings.Contains(version(n), text+"\n") {
				continue
			}
			if !strings.HasPrefix(text, "// Word3 does") { // as before the first version
				t.Fatalf("lines of no version: %d-%d %q", hit.Start, hit.End, text)
			}
		}
	}
	close(stop)
	must(t, <-stopped)
	if whole == 0 {
		t.Error("no answer was whole")
	}
}

// Ensure an index that cannot be written is searched: what was changed is said to be stale, and
// what is gone is left out, without an error and without a write.
func TestReadOnly(t *testing.T) {
	folder, indexes := newTree(t, 5)
	home, err := HomeOf(indexes, folder)
	must(t, err)
	p, err := Open(home, options())
	must(t, err)
	refresh(t, p)
	must(t, p.Close())
	store, err := places.OpenRead(home.File)
	must(t, err)
	p, err = marked(home, store, options())
	must(t, err)
	defer p.Close()
	before := footprint(t, home.File)
	write(t, folder, "d1/f1.go", "package d\n\n\n// Word1 is moved.\nfunc Word1() {}\n")
	must(t, os.Remove(filepath.Join(folder, "d2", "f2.go")))
	write(t, folder, "new.go", "package d\n\n// Novel is new.\nfunc Novel() {}\n")
	var model counted
	answer := askFor(t, p, Question{Text: "Word1 Word2 Word3 Novel", Limit: 10}, model.model())
	got := said(answer)
	if !strings.Contains(got, "d1/f1.go:3-4 Word1 stale") || strings.Contains(got, "Word2") || !strings.Contains(got, "d3/f3.go:3-4 Word3") || answer.Stale != 1 || answer.Note != nil {
		t.Errorf("got %s, %d stale, note %v", got, answer.Stale, answer.Note)
	}
	if model.passages.Load() == 0 || answer.Vectors == 0 {
		t.Error("meaning took no part")
	}
	if footprint(t, home.File) != before {
		t.Error("it was written to")
	}
}

// Ensure whatever is asked is answered or refused with what to do, and no text of a question is
// syntax of anything.
func TestQuestions(t *testing.T) {
	folder, indexes := newTree(t, 5)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	for text, want := range map[string]string{
		"":                                    "is blank",
		" \n\t":                               "is blank",
		strings.Repeat("word ", 200_000):      "at most",
		strings.Repeat("x", QueryBytesMax+1):  "at most",
		strings.Repeat("x", QueryBytesMax):    "",
		strings.Repeat("a ", QueryBytesMax/2): "",
		"!?.,;:(){}[]":                        "",
		"\x00\x00":                            "",
		"Word1\x00Word2":                      "",
		"\xff\xfe\xff":                        "",
		`(.*)+$ [^a]{1000}`:                   "",
		`"a" NEAR("b", 3) AND NOT c OR d*`:    "",
		`'; DROP TABLE files; --`:             "",
		"word*":                               "",
		"你好 世界 где повторяется запрос שלום": "",
		"\u202eWord1\u202c \u200b":   "",
		"%s %d {{.Word}} $(id) `id`": "",
		"🏳️‍🌈 e\u0301 \u0065":        "",
	} {
		_, err := p.Search(context.Background(), Question{Text: text, Limit: 5}, nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
	for _, q := range []Question{{Text: "a", Limit: 0}, {Text: "a", Limit: HitsMax + 1}, {Text: "a", Limit: 1, Path: "[a"}, {Text: "a", Limit: 1, Path: "{a"}} {
		if _, err := p.Search(context.Background(), q, nil); err == nil {
			t.Errorf("%+v: no error", q)
		}
	}
	for path, want := range map[string]string{"d1": "Word1", "d1/": "Word1", "./d1": "Word1", "d1/f1.go": "Word1", "f1.go": "Word1", "d*/f1.*": "Word1", "**/f1.go": "Word1", "{d1,d9}/**": "Word1", "d2": "", "*.go": "Word1", "d1/*": "Word1"} {
		glob, err := p.Glob(p.Tree, path)
		must(t, err)
		got := said(askFor(t, p, Question{Text: "Word1", Limit: 5, Path: glob}, nil))
		if want != "" && !strings.Contains(got, want) || want == "" && strings.Contains(got, "Word1") {
			t.Errorf("path %s: got %s", path, got)
		}
	}
}

// Ensure hits of the first search get vectors, at most twenty, which the next search finds
// there; and that a model that fails leaves an answer by words and says why.
func TestEmbedFirst(t *testing.T) {
	folder, indexes := newTree(t, 60)
	p := openAt(t, indexes, folder, options())
	refresh(t, p)
	var model counted
	answer := askFor(t, p, Question{Text: "number does", Limit: 10}, model.model())
	if n := model.passages.Load(); n == 0 || n > embedsFirst || answer.Vectors == 0 {
		t.Errorf("embedded %d, compared %d", n, answer.Vectors)
	}
	before := model.passages.Load()
	askFor(t, p, Question{Text: "number does", Limit: 10}, model.model())
	if n := model.passages.Load() - before; n > 0 {
		t.Errorf("the second search embedded %d", n)
	}
	failing := &Model{Identity: "counted", Query: func(string) ([]float32, error) { return nil, fmt.Errorf("no memory") }, Passage: vectorOf}
	if answer = askFor(t, p, Question{Text: "Word1", Limit: 10}, failing); answer.Note == nil || len(answer.Hits) == 0 {
		t.Errorf("got %+v", answer)
	}
	failing.Query, failing.Passage = vectorOf, func(string) ([]float32, error) { return nil, fmt.Errorf("no memory") }
	if answer = askFor(t, p, Question{Text: "Word55", Limit: 10}, failing); len(answer.Hits) == 0 {
		t.Errorf("got %+v", answer)
	}
}

// Ensure the next search finds a file that was found gone and came back into a folder without
// others, and one that was empty, or too large, and was filled in place, which is counted as left
// out once.
func TestComesBack(t *testing.T) {
	folder, indexes := newTree(t, 3)
	write(t, folder, "pkg/__init__.py", "")
	write(t, folder, "pkg/large.py", strings.Repeat("# A line.\n", files.SizeMax/10+1))
	p := openAt(t, indexes, folder, options())
	for range 2 {
		report := refresh(t, p)
		if report.Skipped.Count[files.Empty] != 1 || report.Skipped.Count[files.Large] != 1 || report.Files != 3 {
			t.Errorf("got %+v", report)
		}
	}
	before := footprint(t, p.store.Path())
	if refresh(t, p); footprint(t, p.store.Path()) != before {
		t.Error("a look at what is left out wrote")
	}
	if status, err := p.Status(""); err != nil || status.Files != 3 {
		t.Errorf("got %+v, %v", status, err)
	}
	for path := range strings.FieldsSeq(". d0 d1 d2 pkg") {
		age(t, filepath.Join(folder, path))
	}
	write(t, folder, "pkg/__init__.py", "def novel():\n    pass\n")
	write(t, folder, "pkg/large.py", "def novel_too():\n    pass\n")
	if got := said(ask(t, p, "novel")); got != "pkg/__init__.py:1-2 novel, pkg/large.py:1-2 novel_too" {
		t.Errorf("filled in place: got %s", got)
	}
	text, err := os.ReadFile(filepath.Join(folder, "d1", "f1.go"))
	must(t, err)
	must(t, os.Remove(filepath.Join(folder, "d1", "f1.go")))
	if got := said(ask(t, p, "Word1")); strings.Contains(got, "f1.go") {
		t.Errorf("removed: got %s", got)
	}
	write(t, folder, "d1/f1.go", string(text))
	if got := said(ask(t, p, "Word1")); !strings.Contains(got, "d1/f1.go:3-4 Word1") {
		t.Errorf("brought back: got %s", got)
	}
	for _, name := range []string{"pkg/__init__.py", "pkg/large.py"} {
		write(t, folder, name, "")
	}
	if got := said(ask(t, p, "novel")); got != "nothing" {
		t.Errorf("emptied: got %s", got)
	}
}

// Ensure that what comes after the clock was ahead is found, of the same process or another, and
// that the files are not listed for each search until that time has come.
func TestClockWasAhead(t *testing.T) {
	for _, other := range []bool{false, true} {
		folder, indexes := newTree(t, 3)
		o, ahead := options(), 48*time.Hour
		o.Now = func() time.Time { return time.Now().Add(ahead) }
		p := openAt(t, indexes, folder, o)
		refresh(t, p)
		ahead = 0
		if other {
			p = openAt(t, indexes, folder, o)
		}
		write(t, folder, "d1/new.go", "package d\n\n// Novel is new.\nfunc Novel() {}\n")
		if got := said(ask(t, p, "Novel")); !strings.Contains(got, "d1/new.go:3-4 Novel") {
			t.Errorf("another process %v: got %s", other, got)
		}
		if looked, err := p.store.LookedAt(p.Tree); err != nil || looked.After(time.Now()) {
			t.Errorf("another process %v: the last look was at %v, %v", other, looked, err)
		}
	}
}

// Ensure that what does not count and came since the last look has the files listed for one
// search, not for each to come.
func TestListedOnce(t *testing.T) {
	folder, indexes := newTree(t, 3)
	later := options()
	refresh(t, openAt(t, indexes, folder, later))
	write(t, folder, "README.txt", "nothing to index\n")
	must(t, os.Chtimes(folder, time.Now().Add(time.Hour), time.Now().Add(time.Hour)))
	later.Now = func() time.Time { return time.Now().Add(2 * time.Hour) }
	for _, want := range []bool{true, false} {
		p := openAt(t, indexes, folder, later)
		if got := p.grew(map[string]bool{".": true}); got != want {
			t.Errorf("the folder is to be listed: %v, want %v", got, want)
		}
		ask(t, p, "Word1")
	}
}
