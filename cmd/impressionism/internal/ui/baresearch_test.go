package ui_test

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/find"
)

// Ensure that who asks many questions of one view, without snippets and with postings that are
// kept, finds the same items with the same scores in the same order, with a model and without.
func TestBareSearchFindsTheSame(t *testing.T) {
	folder := dayHome(t)
	environ, err := pageEnviron(folder)
	envtest.Must(t, err)
	workspace := filepath.Join(folder, "work", "orders-api")
	t.Chdir(workspace)
	e := env.Of(wire.ShippedKinds(), environ, strings.NewReader(""), io.Discard, io.Discard, time.Now())
	e.ReadOnly = true
	envtest.Must(t, e.Ready())
	listing, wired := wire.List(e, workspace), wire.Host(e, workspace, nil)
	x, _, err := wire.FreshIndex(t.Context(), e, listing, wired)
	envtest.Must(t, err)
	defer x.Close()
	view, err := x.View(listing, wired.Pools)
	envtest.Must(t, err)
	ask := func(bare bool) (all []find.Found) {
		for _, model := range []*embedding.Model{nil, wire.Model(e, wire.Queries)} {
			for _, text := range []string{"write a database migration", "review the api for breaking changes", "checks", "zzz", ""} {
				for _, limit := range []int{1, 5, 100} {
					found, err := find.In(view, find.Query{Text: text, Limit: limit, Kinds: abi.UsualKinds, Bare: bare}, model)
					envtest.Must(t, err)
					all = append(all, found)
				}
			}
		}
		return all
	}
	wants, bare := ask(false), ask(true)
	view.KeepPostings()
	kept := slices.Concat(ask(true), ask(true))
	envtest.Must(t, view.Close())
	items := 0
	for i, want := range wants {
		for name, got := range map[string]find.Found{"bare": bare[i], "kept": kept[i], "kept, again": kept[len(wants)+i]} {
			same := slices.EqualFunc(want.Items, got.Items, func(a, b find.Item) bool {
				return a.Item.Ref == b.Item.Ref && a.Hit.Similarity == b.Hit.Similarity && a.Hit.Logit == b.Hit.Logit
			})
			if !same {
				t.Errorf("%s, question %d: got %+v, want %+v", name, i, got.Items, want.Items)
			}
		}
		items += len(want.Items)
		if i < 6 && !slices.ContainsFunc(want.Items, func(f find.Item) bool { return strings.Contains(f.Snippet, "«") }) {
			t.Errorf("question %d: no snippet shows what matched: %+v", i, want.Items)
		}
	}
	if items < 100 {
		t.Errorf("only %d items were found", items)
	}
}
