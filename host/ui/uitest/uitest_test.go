package uitest_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ui/uitest"
)

func TestMain(m *testing.M) { uitest.Main(m) }

// serve serves testdata and returns its address.
func serve(t testing.TB) string {
	t.Helper()
	files := http.FileServerFS(os.DirFS("testdata"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// everything runs every check of a page and returns each finding as its kind and place.
func everything(t testing.TB, p *uitest.Page) []string {
	t.Helper()
	var found []string
	_, focuses := p.Focuses()
	for _, f := range slices.Concat(p.Overlaps(), p.Axe(), focuses, p.Complaints()) {
		t.Log(f)
		found = append(found, f.Kind+" "+f.Where)
	}
	return found
}

// Ensure a page with all that looks like a fault and is none has no finding, in either
// theme, wide or narrow.
func TestNoFault(t *testing.T) {
	b, address := uitest.Start(t), serve(t)
	p := b.Page(t, address+"/good.html", 1280, 700, "light")
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int{1280, 360} {
			p.Media("prefers-color-scheme", theme)
			p.Size(width, 700)
			if found := everything(t, p); len(found) > 0 {
				t.Errorf("%s, %d: found %q", theme, width, found)
			}
		}
	}
}

// Ensure each planted fault is found, at its place, and nothing beside it. A page's first
// comment lists what is to be found.
func TestFaults(t *testing.T) {
	b, address := uitest.Start(t), serve(t)
	names, err := filepath.Glob(filepath.Join("testdata", "faults", "*.html"))
	if err != nil || len(names) < 12 {
		t.Fatalf("%d pages, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".html"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			comment, _, _ := strings.Cut(strings.TrimPrefix(string(text), "<!--\n"), "\n-->")
			want := strings.Split(comment, "\n")[1:]
			got := everything(t, b.Page(t, address+"/faults/"+filepath.Base(name), 1000, 700, "light"))
			for _, one := range got {
				at := slices.IndexFunc(want, func(pattern string) bool { return matches(pattern, one) })
				if at < 0 {
					t.Errorf("found besides: %s", one)
					continue
				}
				want = slices.Delete(want, at, at+1)
			}
			for _, missed := range want {
				t.Errorf("missed: %s", missed)
			}
		})
	}
}

// matches reports whether a finding is the listed one; a star stands for anything.
func matches(pattern, text string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	return len(text) >= len(before)+len(after) && strings.HasPrefix(text, before) && strings.HasSuffix(text, after)
}

// Ensure texts can be waited for, buttons clicked, and keys pressed as a person presses them.
func TestActing(t *testing.T) {
	p := uitest.Start(t).Page(t, serve(t)+"/good.html", 1000, 700, "light")
	p.Click("#ask")
	p.WaitText("asked")
	for _, test := range []struct{ keys, want string }{
		{"j", "pressed j"},
		{"?", "pressed shift ?"},
		{"ArrowDown", "pressed ArrowDown"},
		{"Escape", "pressed Escape"},
		{"Shift+Enter", "pressed shift Enter"}, // the last: it clicks the button as well, which answers later
	} {
		p.Press(test.keys)
		if got := p.Text("#answer"); got != test.want {
			t.Errorf("%s: got %q, want %q", test.keys, got, test.want)
		}
	}
	p.Press("Tab") // from the button that was clicked
	p.Type("größer 10 ☕")
	if got := uitest.Eval[string](p, "document.getElementById('filter').value"); got != "größer 10 ☕" || p.Focused() != "#filter" {
		t.Errorf("got %q in %s", got, p.Focused())
	}
	if n := p.Count("th"); n != 3 {
		t.Errorf("got %d columns", n)
	}
	order, _ := p.Focuses()
	if len(order) != 8 || order[0] != "a.skip" && !strings.Contains(order[0], "skip") {
		t.Errorf("got %q", order)
	}
}

// Ensure each sort of complaint can be asked for by itself, and is kept when the tab goes on.
func TestComplaints(t *testing.T) {
	address := serve(t)
	p := uitest.Start(t).Page(t, address+"/faults/csp.html", 500, 500, "light")
	p.Open(address + "/good.html")
	kinds := func(findings []uitest.Finding) (kinds []string) {
		for _, f := range findings {
			kinds = append(kinds, f.Kind)
		}
		return slices.Compact(kinds)
	}
	for _, got := range [][]string{kinds(p.Violations()), kinds(p.Errors()), kinds(p.Foreign())} {
		if len(got) != 1 {
			t.Errorf("got %q", got)
		}
	}
	if got := kinds(p.Complaints()); !slices.Equal(got, []string{"csp", "console", "foreign"}) {
		t.Errorf("got %q", got)
	}
	if got := p.Requests(); len(got) < 3 || !strings.HasSuffix(got[0], "/csp.html") || !slices.Contains(got, address+"/good.css") {
		t.Errorf("got %q", got)
	}
}

// Ensure a picture has the whole page, and lies where it is asked for.
func TestShot(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(uitest.ShotsVariable, folder)
	p := uitest.Start(t).Page(t, serve(t)+"/good.html", 500, 100, "dark")
	shot := p.Shot(path.Join("good", "dark"))
	image, err := png.Decode(bytes.NewReader(shot))
	if err != nil || image.Bounds().Dx() != 500 || image.Bounds().Dy() < 300 {
		t.Fatalf("got %v, %v", image.Bounds(), err)
	}
	if r, _, _, _ := image.At(2, 290).RGBA(); r>>8 != 0x11 {
		t.Errorf("it is not dark: %x", r)
	}
	if written, err := os.ReadFile(filepath.Join(folder, "good", "dark.png")); err != nil || !bytes.Equal(written, shot) {
		t.Errorf("%d bytes were written, %v", len(written), err)
	}
}

// Ensure what a page still holds shows in its memory, and garbage does not.
func TestMemory(t *testing.T) {
	p := uitest.Start(t).Page(t, serve(t)+"/good.html", 500, 500, "light")
	before := p.Memory()
	uitest.Eval[int](p, "(window.held = Array.from({length: 1e6}, (_, i) => i + .5)).length")
	uitest.Eval[int](p, "(window.nodes = Array.from({length: 500}, () => document.createElement('p'))).length")
	uitest.Eval[int](p, "Array.from({length: 1e6}, (_, i) => i + .5).length")
	held := p.Memory()
	if grown := held.Heap - before.Heap; grown < 8e6-1e5 || grown > 10e6 || held.Nodes-before.Nodes < 500 {
		t.Errorf("it grew by %d bytes, %d nodes", grown, held.Nodes-before.Nodes)
	}
	uitest.Eval[bool](p, "(delete window.held, delete window.nodes)")
	if after := p.Memory(); after.Heap-before.Heap > 1e5 || after.Nodes-before.Nodes > 50 {
		t.Errorf("%d bytes and %d nodes are left", after.Heap-before.Heap, after.Nodes-before.Nodes)
	}
}

// Ensure pages share nothing, and tabs of one window what a person's tabs share.
func TestTabs(t *testing.T) {
	b, address := uitest.Start(t), serve(t)
	p := b.Page(t, address+"/good.html", 500, 500, "light")
	uitest.Eval[bool](p, "(localStorage.planted = '1', true)")
	const read = "localStorage.planted ?? 'none'"
	if got := uitest.Eval[string](p.Tab(t, address+"/good.html"), read); got != "1" {
		t.Errorf("a tab: got %s", got)
	}
	if got := uitest.Eval[string](b.Page(t, address+"/good.html", 500, 500, "light"), read); got != "none" {
		t.Errorf("another page: got %s", got)
	}
}
