package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/store/index"
)

// stage is a workspace as it is today: one view for all rulesets, which share
// what is found on it.
type stage struct {
	workspace string
	index     *index.Index
	view      *index.View
	cache     *decide.Cache
	place     backtest.Place
}

// stagesMax bounds the workspaces that are open at once.
const stagesMax = 16

// stage opens a workspace's part of the index.
func (b *backtester) stage(workspace string) (*stage, error) {
	at := slices.IndexFunc(b.stages, func(s *stage) bool { return s.workspace == workspace })
	if at == len(b.stages)-1 && at >= 0 {
		return b.stages[at], nil
	}
	if at >= 0 {
		found := b.stages[at]
		b.stages = append(slices.Delete(b.stages, at, at+1), found)
		return found, nil
	}
	if len(b.stages) >= stagesMax {
		b.stages[0].close()
		b.stages = slices.Delete(b.stages, 0, 1)
	}
	opened, err := b.openStage(workspace)
	if err != nil {
		return nil, err
	}
	b.stages = append(b.stages, opened)
	return opened, nil
}

func (b *backtester) openStage(workspace string) (*stage, error) {
	listing := b.app.list(workspace)
	x, err := index.OpenRead(b.app.paths.IndexDB)
	if err != nil {
		return nil, fmt.Errorf("%w; make it again: impressionism index", err)
	}
	outdated, err := x.Outdated(listing, b.app.pools())
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	view, err := x.View(listing, b.app.pools())
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	if outdated > 0 {
		b.note(fmt.Sprintf("%s of %s not in the index as on disk; run there: impressionism index", count(outdated, "item", "items"), workspace))
	}
	return &stage{workspace: workspace, index: x, view: view, cache: &decide.Cache{}, place: b.placeOf(listing, view)}, nil
}

func (s *stage) close() {
	_ = s.view.Close() // only read
	_ = s.index.Close()
}

// place tells what a workspace has today.
func (b *backtester) place(workspace string) (backtest.Place, error) {
	at, err := b.stage(workspace)
	if err != nil {
		return backtest.Place{}, err
	}
	return at.place, nil
}

func (b *backtester) placeOf(listing catalog.Listing, view *index.View) backtest.Place {
	items := map[abi.Ref]bool{}
	var listed []plugins.Listed
	for _, entry := range listing.Entries {
		if view.Has(entry.Ref()) {
			items[entry.Ref()] = true
		}
		if b.app.kinds.Pool(entry.Kind) != catalog.PoolListed {
			continue
		}
		item, _, rejection, err := b.app.kinds.Load(entry)
		if err == nil && rejection == nil && item.Hidden == "" {
			listed = append(listed, listedAs(entry, item))
		}
	}
	home := plugins.Home(b.app.clientHome())
	settings := plugins.LoadSettings(home, listing.Workspace)
	settings.AddEnviron(b.app.lookup)
	usage, _ := plugins.LoadUsage(home) // its warnings are told by: impressionism skills budget
	hidden := map[string]bool{}
	today := plugins.Listing{Items: listed, Usage: usage, Settings: settings, Now: b.app.now()}
	for _, id := range today.Budget(b.window(settings).ListingChars(settings)).IDs(plugins.Hidden) {
		hidden[id] = true
	}
	return backtest.Place{
		Find: func(event abi.Event) (abi.Ref, bool) {
			for _, ref := range b.app.kinds.Used(event) {
				if items[ref] {
					return ref, true
				}
			}
			return abi.Ref{}, false
		},
		Hidden: hidden,
	}
}

// window is the one asked for, else that of the client's model, as skills budget has it.
func (b *backtester) window(settings plugins.Settings) plugins.Window {
	if b.flags.window > 0 {
		return plugins.WindowTokens(b.flags.window)
	}
	return plugins.WindowOf(cmp.Or(settings.Model, plugins.DefaultModel), settings)
}
