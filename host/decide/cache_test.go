package decide

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Ensure what is remembered of a search is what the search gave, whatever was
// made of it since: an item kept quiet for a prompt is not quiet as background.
func TestCacheKeepsWhatWasFound(t *testing.T) {
	x, err := index.Open(filepath.Join(t.TempDir(), "index.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	listing := catalog.Listing{Entries: []catalog.Entry{
		{Kind: abi.KindSkill, ID: "database-migrations", Path: "/a", Stat: catalog.Stat{Size: 1}},
		{Kind: abi.KindSkill, ID: "css-layout", Path: "/b", Stat: catalog.Stat{Size: 1}},
	}}
	load := func(e catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		text := map[string]string{"/a": "Write database migrations that add columns.", "/b": "Fix css layouts of any page."}[e.Path]
		return catalog.Item{Name: e.ID, Description: text, ListedDescription: text}, e.Path, nil, nil
	}
	recipe := rank.Default()
	if _, err := x.Refresh(context.Background(), listing, index.Sources{Load: load, Pools: catalog.Pools{Default: recipe}, Now: time.Now}, index.Options{}); err != nil {
		t.Fatal(err)
	}
	view, err := x.View(listing, catalog.Pools{Default: recipe})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	none := func(string) ([]float32, error) { return nil, embedding.ErrNone }
	cache := &Cache{}
	for _, text := range []string{"migrations", "use the css-layout skill to write database migrations", "write database migrations that add columns"} {
		fresh := newFinder(Inputs{View: view, Recipe: recipe, Embed: none}, nil)
		want, err := fresh.similarities(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			f := newFinder(Inputs{View: view, Recipe: recipe, Embed: none, Cache: cache}, nil)
			if _, err := f.find(text); err != nil {
				t.Fatal(err)
			}
			got, err := f.similarities(text)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%q: -want +got\n%s%v", text, diff, err)
			}
		}
	}
}
