package glimpse_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/code/files"
	"github.com/ed-irl/impressionism/host/code/glimpse"
	"github.com/ed-irl/impressionism/host/code/project"
)

// indexed makes a folder of files, written a while ago, and its index.
func indexed(t *testing.T, content map[string]string) (indexes, folder string) {
	t.Helper()
	indexes, folder = t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module m\n"), 0o600))
	for name, text := range content {
		path := filepath.Join(folder, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
		then := time.Now().Add(-time.Hour)
		must(t, os.Chtimes(path, then, then))
	}
	home, err := project.HomeOf(indexes, folder)
	must(t, err)
	p, err := project.Open(home, project.Options{Listing: files.Options{Force: true}, Workers: 1, Now: time.Now})
	must(t, err)
	_, err = p.Refresh(context.Background(), nil)
	must(t, err)
	must(t, p.Close())
	return indexes, folder
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

const parse = "package ledger\n\n// ParseLedger reads a ledger.\nfunc ParseLedger() {}\n"

// Ensure a place is found from the tree and from a folder in it, with ref, lines and the path
// that is right there, and that its file counts as the same until it changes or is gone.
func TestFind(t *testing.T) {
	indexes, folder := indexed(t, map[string]string{"ledger/parse.go": parse, "ledger/deep/other.go": "package deep\n\nfunc Total() {}\n"})
	for _, test := range []struct{ workspace, shown string }{
		{"", "ledger/parse.go"}, {"ledger", "parse.go"}, {"ledger/deep", "../parse.go"},
	} {
		g := glimpse.New(indexes, filepath.Join(folder, filepath.FromSlash(test.workspace)))
		found, err := g.Find("error in ParseLedger")
		if err != nil || len(found) == 0 {
			t.Fatalf("%q: found %v, %v", test.workspace, found, err)
		}
		first := found[0]
		if first.Shown != test.shown || first.Item.Ref != (abi.Ref{Kind: abi.KindCode, ID: "ledger/parse.go#ParseLedger"}) {
			t.Errorf("%q: got %s, shown as %q", test.workspace, first.Item.Ref, first.Shown)
		}
		if want := (abi.Place{Path: "ledger/parse.go", Symbol: "ParseLedger", Start: 3, End: 4, Language: "go", Kind: "function"}); *first.Item.Place != want {
			t.Errorf("got %+v, want %+v", *first.Item.Place, want)
		}
		if strings.Contains(fmt.Sprintf("%+v", first.Item), "reads a ledger") {
			t.Errorf("a comment is part of an item: %+v", first.Item)
		}
		if !g.Same(first) {
			t.Error("a file that nobody touched is not the same")
		}
	}
	g := glimpse.New(indexes, folder)
	found, err := g.Find("error in ParseLedger")
	must(t, err)
	path := filepath.Join(folder, "ledger", "parse.go")
	must(t, os.WriteFile(path, []byte(parse+"\n"), 0o600))
	if g.Same(found[0]) {
		t.Error("a changed file is the same")
	}
	must(t, os.Remove(path))
	if g.Same(found[0]) {
		t.Error("a file that is gone is the same")
	}
	must(t, os.Symlink(filepath.Join(folder, "go.mod"), path))
	if g.Same(found[0]) {
		t.Error("a link is the same")
	}
	if g.Same(glimpse.Place{}) {
		t.Error("a place that was not found is the same")
	}
}

// Ensure that several parts of one definition are one place, that at most so many are returned,
// and that each ref comes once.
func TestFindNoneTwice(t *testing.T) {
	content := map[string]string{"long.go": "package m\n\nfunc ParseLedger() {\n" + strings.Repeat("\tledger()\n\n", 300) + "}\n"}
	for i := range 2 * abi.PlacesMax {
		content[fmt.Sprintf("f%d.go", i)] = fmt.Sprintf("package m\n\nfunc ledger%d() { ParseLedger() }\n", i)
	}
	indexes, folder := indexed(t, content)
	found, err := glimpse.New(indexes, folder).Find("ParseLedger")
	must(t, err)
	refs := map[abi.Ref]bool{}
	for i, one := range found {
		if refs[one.Item.Ref] {
			t.Errorf("%s comes twice", one.Item.Ref)
		}
		refs[one.Item.Ref] = true
		if i > 0 && one.Similarity > found[i-1].Similarity {
			t.Errorf("%s fits better than the one before", one.Item.Ref)
		}
	}
	if len(found) != abi.PlacesMax {
		t.Errorf("found %d places, want %d", len(found), abi.PlacesMax)
	}
}

// Ensure nothing is found and nothing is written where there is no index, or none that can be
// used, and that a damaged one does no harm.
func TestFindWithoutIndex(t *testing.T) {
	indexes, folder := indexed(t, map[string]string{"parse.go": parse})
	nowhere := filepath.Join(t.TempDir(), "code")
	for name, g := range map[string]*glimpse.Glimpse{
		"no folder of indexes": glimpse.New(nowhere, folder), "another workspace": glimpse.New(indexes, t.TempDir()), "no workspace": glimpse.New(indexes, ""),
	} {
		if found, err := g.Find("ParseLedger"); err != nil || len(found) != 0 {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
	}
	if _, err := os.Stat(nowhere); err == nil {
		t.Error("the folder of indexes was made")
	}
	for _, text := range []string{"", " ", "the", "\x00\xff", strings.Repeat("ParseLedger ", 5000)} {
		if _, err := glimpse.New(indexes, folder).Find(text); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	home, err := project.Find(indexes, folder)
	must(t, err)
	must(t, os.WriteFile(home.File, []byte(strings.Repeat("no database", 1000)), 0o600))
	if found, _ := glimpse.New(indexes, folder).Find("ParseLedger"); len(found) != 0 {
		t.Errorf("found %v in a damaged file", found)
	}
}

func BenchmarkFind(b *testing.B) {
	indexes, workspace := os.Getenv("GLIMPSE_INDEXES"), os.Getenv("GLIMPSE_WORKSPACE")
	if indexes == "" {
		b.Skip("GLIMPSE_INDEXES and GLIMPSE_WORKSPACE name an index")
	}
	for b.Loop() {
		if found, err := glimpse.New(indexes, workspace).Find("panic: nil pointer in QuoteID when an id of a skill has a tag"); err != nil || len(found) == 0 {
			b.Fatal(found, err)
		}
	}
}
