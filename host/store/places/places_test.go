package places

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/rank/place"
)

var moment = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

func openTest(tb testing.TB, path string) *Store {
	tb.Helper()
	s, err := Open(path)
	must(tb, err)
	tb.Cleanup(func() { must(tb, s.Close()) })
	return s
}

func openNew(tb testing.TB) *Store {
	tb.Helper()
	return openTest(tb, filepath.Join(tb.TempDir(), "code", "a.db"))
}

// source is a file of places that "symbol: words" lines stand for.
func source(path, text string) FileText {
	c := &Content{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		symbol, _, _ := strings.Cut(line, ":")
		kind := code.Function
		if strings.Contains(symbol, ".") {
			kind = code.Method
		}
		c.Places = append(c.Places, code.Place{Start: i + 1, End: i + 1, Symbol: symbol, Kind: kind, Doc: "about " + symbol})
		c.Terms = append(c.Terms, place.Analyze(symbol, line))
		c.Sums = append(c.Sums, SumOf(line))
	}
	language := code.Language(strings.TrimPrefix(filepath.Ext(path), "."))
	return FileText{
		Path: path, Stat: Stat{Size: int64(len(text)), ModTime: moment.UnixNano(), Inode: 7},
		Key: Key{HashOf([]byte(text)), language, "1"}, Content: c,
	}
}

func apply(tb testing.TB, s *Store, root string, files ...FileText) Applied {
	tb.Helper()
	done, err := s.Apply(root, Changes{At: moment, Upsert: files})
	must(tb, err)
	return done
}

// search returns "path:line symbol" of the hits.
func search(tb testing.TB, s *Store, root, text string, filter Filter) string {
	tb.Helper()
	hits, err := s.Search(Search{Root: root, Query: place.ParseQuery(text), Recipe: place.Default(), Filter: filter, N: 10})
	must(tb, err)
	var lines []string
	for _, h := range hits.Hits {
		lines = append(lines, fmt.Sprintf("%s:%d %s", h.Path, h.Start, h.Symbol))
	}
	return strings.Join(lines, ", ")
}

// Ensure a filter takes a symbol by its last names, however they are spelled and joined, and none
// that only has the same words. One without a name takes none, also where places are dead.
func TestSymbols(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/r", source("a.go", "Dead: x"))
	apply(t, s, "/r", source("a.go", "web.Mux.Use_All: x\nWebOther.Mux.UseAll: x\nUseAll.Mux: x\nMux: x"))
	for wanted, want := range map[string]string{
		"useall":            "a.go:1 web.Mux.Use_All, a.go:2 WebOther.Mux.UseAll",
		"mux::use_all":      "a.go:1 web.Mux.Use_All, a.go:2 WebOther.Mux.UseAll",
		"(*web.Mux).UseAll": "a.go:1 web.Mux.Use_All",
		"Use":               "",
		".":                 "",
		"::":                "",
		"(":                 "",
	} {
		for _, text := range []string{"", "x"} {
			if got := search(t, s, "/r", text, Filter{Symbol: wanted}); got != want {
				t.Errorf("%s: got %s, want %s", wanted, got, want)
			}
		}
	}
}

// Ensure a search finds places by the words of body, symbol and path, of the worktree that is
// asked about, and filters them.
func TestSearch(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/a",
		source("net/dial.go", "Dialer.Retry: waits and dials again\nClose: ends the connection"),
		source("net/dial_test.go", "TestRetry: waits and dials again"),
		source("io/copy.py", "copy_all: moves bytes until the end"))
	apply(t, s, "/b", source("only.go", "Other: dials elsewhere"))
	for _, c := range []struct {
		text   string
		filter Filter
		want   string
	}{
		{"dials again", Filter{}, "net/dial.go:1 Dialer.Retry, net/dial_test.go:1 TestRetry, net/dial.go:2 Close"},
		{"dials", Filter{Kind: code.Method}, "net/dial.go:1 Dialer.Retry"},
		{"bytes", Filter{}, "io/copy.py:1 copy_all"},
		{"end", Filter{Language: "py"}, "io/copy.py:1 copy_all"},
		{"net", Filter{Path: func(path string) bool { return strings.HasSuffix(path, "_test.go") }}, "net/dial_test.go:1 TestRetry"},
		{"waits", Filter{Symbol: "retry"}, "net/dial.go:1 Dialer.Retry"},
		{"", Filter{Symbol: "Dialer.Retry"}, "net/dial.go:1 Dialer.Retry"},
		{"elsewhere", Filter{}, ""},
		{"", Filter{}, ""},
	} {
		if got := search(t, s, "/a", c.text, c.filter); got != c.want {
			t.Errorf("%q: got %s; want %s", c.text, got, c.want)
		}
	}
	if got := search(t, s, "/nowhere", "dials", Filter{}); got != "" {
		t.Errorf("unknown worktree: got %s", got)
	}
}
