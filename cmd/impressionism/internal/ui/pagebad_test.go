package ui_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// pageViews are the addresses of all views.
var pageViews = []string{"live", "outcomes?days=7", "skills", "skills/item?item=database-migrations", "hooks", "rulesets"}

// someViews draws views that a case opens, with all that they fetch.
func someViews(n int, of string) []string {
	return slices.Clone(sampletest.Some(pageViews, n, func(view string) string { return of + " " + view }))
}

var pageMarkup = regexp.MustCompile(`(?s)<[^>]*>`)

// words returns what a fragment says, without its marks.
func words(fragment string) string {
	return strings.Join(strings.Fields(pageMarkup.ReplaceAllString(fragment, " ")), " ")
}

// itself are panels that a page fetches by itself.
var itself = regexp.MustCompile(`hx-get="(/v/[^"]+)" hx-trigger="load"`)

// opened returns a view with the panels that it fetches by itself.
func (p *page) opened(path string) string {
	p.t.Helper()
	whole := p.get(path)
	for _, found := range itself.FindAllStringSubmatch(whole, -1) {
		whole += p.get(html.UnescapeString(found[1]))
	}
	return whole
}

// waitWords asks for a view until it says something.
func (p *page) waitWords(path, want string) string {
	p.t.Helper()
	var got string
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if got = words(p.get(path)); strings.Contains(got, want) {
			return got
		}
	}
	p.t.Errorf("%s does not say %q, but %.1500s", path, want, got)
	return got
}

// replace puts a file in the place of another, at once and with nothing beside it.
func replace(t *testing.T, path string, data []byte) {
	t.Helper()
	for _, beside := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + beside); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	envtest.Must(t, os.WriteFile(path+".new", data, 0o600))
	envtest.Must(t, os.Rename(path+".new", path))
}

// badStates are what may lie where state.db should, and what the page says of it.
func badStates(good []byte) []struct {
	name string
	data []byte // nil: there is none
	says string
} {
	newer := slices.Clone(good)
	binary.BigEndian.PutUint32(newer[60:], 999) // where SQLite keeps a file's user_version
	damaged := slices.Clone(good)
	for at := 200; at < len(damaged); at += 4096 {
		copy(damaged[at:], bytes.Repeat([]byte{0xa5}, min(3000, len(damaged)-at)))
	}
	return []struct {
		name string
		data []byte
		says string
	}{
		{"none", nil, "nothing is stored yet"},
		{"good", good, "EXPLAIN ANALYZE"},
		{"empty", []byte{}, "is being made"},
		{"of a later version", newer, "upgrade impressionism"},
		{"good again", good, "EXPLAIN ANALYZE"},
		{"damaged", damaged, "is damaged"},
		{"no database", bytes.Repeat([]byte("what a text this is\n"), 1000), "state.db"},
		{"gone", nil, "nothing is stored yet"},
		{"good at the end", good, "EXPLAIN ANALYZE"},
	}
}

// Ensure that a page whose state.db is absent, empty, of a later version, damaged or vanishes
// while it is open says so in words in every view, goes on when there is a good one, and
// changes none of them.
func TestPageTellsBadState(t *testing.T) {
	folder := fewHome(t)
	path := filepath.Join(folder, "state.db")
	good, err := os.ReadFile(path)
	envtest.Must(t, err)
	p := startPage(t, folder)
	p.unlock()
	for _, state := range badStates(good) {
		t.Run(state.name, func(t *testing.T) {
			p := p.in(t)
			if state.data == nil {
				for _, name := range []string{"state.db", "state.db-wal", "state.db-shm"} {
					_ = os.Remove(filepath.Join(folder, name)) // it may be absent
				}
			} else {
				replace(t, path, state.data)
			}
			p.waitWords("/v/live", state.says)
			shown, views := p.get, pageViews
			if !bytes.Equal(state.data, good) {
				shown, views = p.opened, someViews(2, state.name)
			}
			for _, view := range views {
				checkWords(t, view, shown("/v/"+view))
			}
			data, err := os.ReadFile(path)
			if state.data == nil && !os.IsNotExist(err) {
				t.Errorf("the page made a state.db: %v", err)
			}
			if state.data != nil && !bytes.Equal(data, state.data) {
				t.Error("the page changed state.db")
			}
		})
	}
}

// in is the same page in a subtest.
func (p *page) in(t testing.TB) *page {
	again := *p
	again.t = t
	return &again
}

// checkWords holds that a view was made, and that no panel is without a word.
func checkWords(t *testing.T, view, fragment string) {
	t.Helper()
	text := words(fragment)
	if !strings.Contains(fragment, "<h1>") || len(text) < 40 {
		t.Errorf("%s: no view: %.300q", view, fragment)
	}
	for _, unfit := range []string{"internal error", "panic", "nil pointer", "ZgotmplZ", "<no value>", "goroutine "} {
		if strings.Contains(text, unfit) {
			t.Errorf("%s shows %q: %.1000s", view, unfit, text)
		}
	}
}

// file is what is known of one file.
type fileState struct {
	size int64
	time time.Time
	hash [sha256.Size]byte
}

// filesOf returns all files of a folder, without what SQLite shares between readers.
func filesOf(t *testing.T, folder string) map[string]fileState {
	t.Helper()
	files := map[string]fileState{}
	envtest.Must(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if name := entry.Name(); strings.HasSuffix(name, ".db-shm") || strings.HasSuffix(name, ".db-wal") && info.Size() == 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, folder)] = fileState{info.Size(), info.ModTime(), sha256.Sum256(data)}
		return err
	}))
	return files
}

func checkSame(t *testing.T, before, after map[string]fileState) {
	t.Helper()
	for name, was := range before {
		if is, there := after[name]; !there {
			t.Errorf("%s is gone", name)
		} else if is != was {
			t.Errorf("%s was written", name)
		}
	}
	for name := range after {
		if _, was := before[name]; !was {
			t.Errorf("%s was made", name)
		}
	}
}

// Ensure that a page, with all views opened and read, writes no file of the data folder, the
// client's or the project's, also where there is a lesson that nothing has looked at; that what it
// refuses is noted in the log alone; and that a full disk keeps it from nothing.
func TestPageWritesNothing(t *testing.T) {
	played, err := played()
	envtest.Must(t, err)
	for name, command := range map[string][]string{
		"room":     {"impressionism", "ui", "--no-open"},
		"no index": {"impressionism", "ui", "--no-open"},
		"no right": {"impressionism", "ui", "--no-open"},
		"no room":  {"sh", "-c", "ulimit -f 0; exec impressionism ui --no-open"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := fewHome(t)
			environ, err := pageEnviron(folder)
			envtest.Must(t, err)
			unseenLesson(t, folder)
			if name == "no index" {
				envtest.Must(t, os.Remove(filepath.Join(folder, "index.db")))
			}
			if name == "no right" { // which root has all the same
				envtest.Must(t, os.Chmod(folder, 0o500))
				t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
			}
			before, client := filesOf(t, folder), filesOf(t, played)
			p := startPageIn(t, environ, folder, filepath.Join(folder, "work", "orders-api"), command...)
			shown, views := p.opened, someViews(2, name)
			switch name {
			case "room":
				// The button that measures takes seconds of a processor.
				if buttons := sampletest.Some([]string{"left", "pressed"}, 1, func(how string) string { return "buttons " + how }); slices.Contains(buttons, "pressed") {
					shown = p.view
				}
				views = pageViews
			case "no index":
				views = append(views, "skills")
			}
			for _, view := range views {
				if text := words(shown("/v/" + view)); strings.Contains(text, "cannot be written") {
					t.Errorf("%s: %s", view, text)
				} else if view == "skills" && (name == "no index") != strings.Contains(text, "nothing is indexed yet") {
					t.Errorf("%s: %s", view, text)
				}
			}
			if text := words(p.get("/v/live")); !strings.Contains(text, "EXPLAIN ANALYZE") {
				t.Errorf("Live shows %.600s", text)
			}
			envtest.Must(t, p.end())
			checkSame(t, before, filesOf(t, folder))
			checkSame(t, client, filesOf(t, played))
		})
	}
	folder := dayHome(t)
	before := filesOf(t, folder)
	p := startPage(t, folder)
	answer, err := http.Get(p.origin + "/v/live") // without a token
	envtest.Must(t, err)
	answer.Body.Close()
	envtest.Must(t, p.end())
	after := filesOf(t, folder)
	if _, noted := after["/log"]; !noted || answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %s, and the log: %v", answer.Status, noted)
	}
	delete(before, "/log")
	delete(after, "/log")
	checkSame(t, before, after)
}

// unseenLesson puts a lesson into a home that nothing has looked at yet.
func unseenLesson(t *testing.T, folder string) {
	t.Helper()
	envtest.WriteFile(t, filepath.Join(folder, "lessons", "L-aaaaa.md"), "---\ntitle: Use pnpm\n---\nNever npm.\n")
}

// oddPrompts are prompts that no page has room for, and how they begin there.
var oddPrompts = map[string]string{
	strings.Repeat("a very long migration of the orders table ", 1600):                            "a very long migration",
	"اكتب ترحيل قاعدة بيانات يضيف عمودا إلى جدول الطلبات":                                         "اكتب ترحيل",
	"migrate \x01\x02\x1b[31m\x00 the \u202eorders\u2066 table\u0085 with\u200b a migration \x7f": "migrate",
}

// Ensure that decisions that are none of every day are shown whole: one with 200 candidates,
// prompts of 64 KB, in Arabic and of control characters, times far ahead and far back.
func TestPageShowsOddDecisions(t *testing.T) {
	folder := fewHome(t)
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	workspace := filepath.Join(folder, "work", "orders-api")
	for prompt := range oddPrompts {
		event := envtest.EncodeEvent(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "odd", "cwd": workspace, "prompt": prompt})
		var out bytes.Buffer
		if code := run([]string{"hook"}, environ, bytes.NewReader(event), &out, &out); code != 0 {
			t.Fatal(out.String())
		}
	}
	many := makeOdd(t, filepath.Join(folder, "state.db"))
	p := startPage(t, folder)
	live := p.get("/v/live")
	for _, begins := range oddPrompts {
		if !strings.Contains(words(live), begins) {
			t.Errorf("Live does not show %q", begins)
		}
	}
	if at := strings.IndexFunc(live, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r == 0x202e || r == 0x2066 || r == 0x200b || r == 0x7f
	}); at >= 0 {
		t.Errorf("a hidden character: %+q", live[max(at-40, 0):at+40])
	}
	if len(live) > 2<<20 {
		t.Errorf("Live is %d bytes", len(live))
	}
	why := p.get(fmt.Sprintf("/v/live/why?decision=%d", many))
	if text := words(why); !strings.Contains(text, "What came close") || len(why) > 256<<10 {
		t.Errorf("200 candidates: %d bytes: %.600s", len(why), text)
	}
	for _, view := range pageViews {
		checkWords(t, view, p.opened("/v/"+view))
	}
}

// makeOdd gives one decision 200 candidates, and moves others far ahead and back in time, as a
// clock that jumped does.
func makeOdd(t *testing.T, path string) (many int64) {
	t.Helper()
	db, err := sqlite.Open(path, sqlite.Options{})
	envtest.Must(t, err)
	defer db.Close()
	envtest.Must(t, db.QueryRow(`SELECT id FROM decisions WHERE json_array_length(scores) > 0 ORDER BY id DESC LIMIT 1`).Scan(&many))
	for _, change := range []string{
		`UPDATE decisions SET scores = (SELECT json_group_array(json(json_set(s.value, '$.ref', 'skill:made-up-' || n.value))) FROM json_each(scores) s, (WITH RECURSIVE n(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM n WHERE value < 200) SELECT value FROM n) n WHERE s.key = 0) WHERE id = ` + fmt.Sprint(many),
		`UPDATE decisions SET decided_at = decided_at + 40000000000 WHERE id = ` + fmt.Sprint(many-1),
		`UPDATE decisions SET decided_at = 1000 WHERE id = ` + fmt.Sprint(many-2),
		`UPDATE sessions SET last_active = last_active + 40000000000, started_at = last_active + 50000000000 WHERE session_id = 'odd'`,
	} {
		if _, err := db.Exec(change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
	}
	var n int
	envtest.Must(t, db.QueryRow(`SELECT json_array_length(scores) FROM decisions WHERE id = ?`, many).Scan(&n))
	if n != 200 {
		t.Fatalf("the decision has %d candidates", n)
	}
	return many
}

// Ensure that two pages of one home stand beside each other, and that a port that is taken or
// is none is told, with what to do.
func TestPagesAtOnce(t *testing.T) {
	folder := dayHome(t)
	one, two := startPage(t, folder), startPage(t, folder)
	if one.origin == two.origin {
		t.Fatalf("both are at %s", one.origin)
	}
	for _, p := range []*page{one, two} {
		if text := words(p.get("/v/live")); !strings.Contains(text, "EXPLAIN ANALYZE") {
			t.Errorf("%s shows %.300s", p.origin, text)
		}
	}
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	for port, says := range map[string]string{
		one.origin[strings.LastIndexByte(one.origin, ':')+1:]: "name another port, or none for a free one", "70000": "numbers from 1 to 65535", "-1": "numbers from 1 to 65535",
	} {
		var out bytes.Buffer
		code := run([]string{"ui", "--no-open", "--port", port}, environ, strings.NewReader(""), &out, &out)
		if code != 1 || !strings.Contains(out.String(), says) {
			t.Errorf("port %s: ended with %d: %s", port, code, out.String())
		}
	}
	envtest.Must(t, one.end())
	if text := words(two.get("/v/live")); !strings.Contains(text, "EXPLAIN ANALYZE") {
		t.Errorf("with the other ended: %.300s", text)
	}
}
