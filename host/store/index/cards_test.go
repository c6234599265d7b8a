package index_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/store/index"
)

// carded is an item with the cards of its author and of the user.
type carded struct {
	id, about string
	author    *card.Card
}

// drawer is a catalog of such items with the user's cards.
type drawer struct {
	index   *index.Index
	items   []carded
	own     map[string]card.Card // by hash
	stamp   int
	embed   func(string) ([]float32, error)
	model   string
	listing catalog.Listing
}

func (d *drawer) Stamp() string { return fmt.Sprint(d.stamp) }

func (d *drawer) Get(hash string) (card.Card, error) {
	c, ok := d.own[hash]
	if !ok {
		return c, fs.ErrNotExist
	}
	return c, nil
}

func newDrawer(t testing.TB, items ...carded) *drawer {
	t.Helper()
	x, err := index.OpenMemory(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	d := &drawer{index: x, items: items, own: map[string]card.Card{}}
	for _, item := range items {
		d.listing.Entries = append(d.listing.Entries, catalog.Entry{Kind: abi.KindSkill, ID: item.id, Source: catalog.SourceUser, Path: "/skills/" + item.id, Root: "/skills"})
	}
	return d
}

func (d *drawer) load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	for _, item := range d.items {
		if item.id == entry.ID {
			return catalog.Item{Name: item.id, Description: item.about, Card: item.author, TextHash: "text " + item.id}, "content " + item.id, nil, nil
		}
	}
	return catalog.Item{}, "", nil, fs.ErrNotExist
}

func (d *drawer) refresh(t testing.TB) {
	t.Helper()
	pools := catalog.Pools{Default: rank.Default()}
	src := index.Sources{Load: d.load, Pools: pools, Now: time.Now, Workers: 2, Cards: d, Embed: d.embed, Model: d.model}
	if _, err := d.index.Refresh(context.Background(), d.listing, src, index.Options{}); err != nil {
		t.Fatal(err)
	}
}

// hits are those of a prompt by id.
func (d *drawer) hits(t testing.TB, prompt string, vector []float32) map[string]index.Hit {
	t.Helper()
	view, err := d.index.View(d.listing, catalog.Pools{Default: rank.Default()})
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	hits, err := view.Search(index.Query{Query: rank.Prompt(prompt), Vector: vector})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]index.Hit{}
	for _, hit := range hits {
		found[hit.Ref.ID] = hit
	}
	return found
}

const leak = "the basement smells and the wall behind the washing machine is damp"

// Ensure that a card which comes, changes, goes or takes the place of an author's counts
// from the next refresh on, for its own item alone, and that without one all is as before.
func TestCardComesAndGoes(t *testing.T) {
	authors := card.Card{Asks: []string{"the wall behind my washing machine is damp"}}
	d := newDrawer(t, carded{id: "moisture", about: "Find where damp walls of a building come from."}, carded{id: "bread", about: "Bake bread and cakes in a stone oven."})
	d.refresh(t)
	before := d.hits(t, leak, nil)
	step := func(name string, change func()) map[string]index.Hit {
		change()
		d.stamp++
		d.refresh(t)
		got := d.hits(t, leak, nil)
		if got["bread"].Logit != before["bread"].Logit {
			t.Errorf("%s: bread has %.2f, had %.2f", name, got["bread"].Logit, before["bread"].Logit)
		}
		return got
	}
	own := step("the user's comes", func() {
		d.own["text moisture"] = card.Card{Asks: []string{"why does my basement smell", "the wall behind the washing machine is damp"}}
	})
	if own["moisture"].Logit <= before["moisture"].Logit+1 {
		t.Errorf("with a card %.2f, without %.2f", own["moisture"].Logit, before["moisture"].Logit)
	}
	other := step("it changes", func() {
		d.own["text moisture"] = card.Card{Asks: []string{"measure the humidity of screed"}}
	})
	if other["moisture"].Logit >= own["moisture"].Logit {
		t.Errorf("with a card of something else %.2f, before %.2f", other["moisture"].Logit, own["moisture"].Logit)
	}
	if gone := step("it goes", func() { clear(d.own) }); gone["moisture"].Logit != before["moisture"].Logit {
		t.Errorf("without the card %.2f, want %.2f", gone["moisture"].Logit, before["moisture"].Logit)
	}
	d = newDrawer(t, carded{id: "moisture", about: "Find where damp walls of a building come from.", author: &authors}, d.items[1])
	d.refresh(t)
	byAuthor := d.hits(t, leak, nil)["moisture"]
	if byAuthor.Logit <= before["moisture"].Logit || !byAuthor.Features.Card.Author {
		t.Errorf("with the author's %.2f (%+v), without %.2f", byAuthor.Logit, byAuthor.Features.Card, before["moisture"].Logit)
	}
	if both := step("the user's goes before the author's", func() {
		d.own["text moisture"] = authors
	}); both["moisture"].Logit <= byAuthor.Logit || both["moisture"].Features.Card.Author {
		t.Errorf("as the user's own %.2f, as the author's %.2f", both["moisture"].Logit, byAuthor.Logit)
	}
}

// modelForCards embeds with the default model, each text once.
func modelForCards(t testing.TB) (func(string) ([]float32, error), string) {
	t.Helper()
	dir := os.Getenv("IMPRESSIONISM_TEST_MODELS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", ".tools", "models")
	}
	model := "all-MiniLM-L6-v2-skills"
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: model})
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() { embedder.Close() })
	var known sync.Map // vectors by text
	return func(text string) ([]float32, error) {
		if vector, ok := known.Load(text); ok {
			return slices.Clone(vector.([]float32)), nil
		}
		vector, err := embedder.Embed(text)
		if err == nil {
			known.Store(text, slices.Clone(vector))
		}
		return vector, err
	}, embedder.Model()
}

// hostile are cards that try to have their item told for what it is not for.
func hostile(t testing.TB) []carded {
	t.Helper()
	file, err := os.Open("../../rank/testdata/cards/hostile.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var items []carded
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			Name, About string
			card.Card
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		clean, err := row.Card.Clean()
		if _, fault := errors.AsType[*card.FaultError](err); fault {
			continue // refused before it counts
		}
		items = append(items, carded{id: row.Name, about: row.About, author: &clean})
	}
	if len(items) < 40 {
		t.Fatalf("got %d hostile cards, want at least 40", len(items))
	}
	return items
}

// Ensure that a card cannot have its item told for prompts about nothing: by words and by
// meaning, no null prompt reaches the threshold, as the user's own card, which counts for
// more than an author's. (One in a hundred may, so that a few may be allowed here one day.)
func TestHostileCards(t *testing.T) {
	items := hostile(t)
	d := newDrawer(t, items...)
	for _, item := range items {
		d.own["text "+item.id] = *item.author
	}
	d.stamp++
	d.embed, d.model = modelForCards(t)
	d.refresh(t)
	told := map[string][]string{}
	nulls, vectors := rank.Default().Nulls(), rank.Default().NullVectors(d.model)
	if len(vectors) != len(nulls) {
		t.Fatalf("%d of %d null prompts have vectors by %s", len(vectors), len(nulls), d.model)
	}
	for i, null := range nulls {
		for tier, vector := range map[string][]float32{"by words": nil, "by meaning": vectors[i]} {
			if rank.Default().Silent(rank.Prompt(null.Text)) {
				continue // nothing is told then
			}
			for id, hit := range d.hits(t, null.Text, vector) {
				if hit.Relevance >= .70 {
					told[tier+" "+id] = append(told[tier+" "+id], null.Text)
				}
			}
		}
	}
	for who, prompts := range told {
		t.Errorf("%s: told for %d null prompts: %s", who, len(prompts), strings.Join(prompts[:min(5, len(prompts))], " | "))
	}
}

// Ensure what is forgotten of the user's cards counts no more, has no vectors either, and leaves
// those of all else.
func TestForgetCards(t *testing.T) {
	d := newDrawer(t, carded{id: "moisture", about: "Find where damp walls of a building come from."}, carded{id: "bread", about: "Bake bread and cakes in a stone oven."})
	for i := range d.listing.Entries {
		d.listing.Entries[i].Path = t.TempDir() // it is not gone
	}
	var embedded atomic.Int64
	d.model, d.embed = "flat", func(string) ([]float32, error) {
		embedded.Add(1)
		return append([]float32{1}, make([]float32, 383)...), nil
	}
	d.refresh(t)
	before := d.hits(t, leak, nil)["moisture"]
	own := card.Card{Asks: []string{"why does my basement smell", "the wall behind the washing machine is damp"}}
	for range 2 {
		d.own["text moisture"] = own
		d.stamp++
		embedded.Store(0)
		d.refresh(t)
		if got := embedded.Load(); got != int64(len(own.Asks)) {
			t.Errorf("a card with %d lines had %d embedded", len(own.Asks), got)
		}
		if with := d.hits(t, leak, nil)["moisture"]; with.Logit <= before.Logit {
			t.Errorf("with a card %.2f, without %.2f", with.Logit, before.Logit)
		}
		if err := d.index.Forget(); err != nil {
			t.Fatal(err)
		}
		if after := d.hits(t, leak, nil)["moisture"]; after.Logit != before.Logit {
			t.Errorf("forgotten: %.2f, want %.2f", after.Logit, before.Logit)
		}
		clear(d.own)
		d.stamp++
		embedded.Store(0)
		d.refresh(t)
		if got := embedded.Load(); got > 0 {
			t.Errorf("%d texts were embedded again", got)
		}
	}
}
