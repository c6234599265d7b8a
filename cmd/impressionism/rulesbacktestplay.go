package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/author/backtest"
)

func failedAny(result shape.RulesBacktest) bool {
	return slices.ContainsFunc(result.Rulesets, func(r backtest.Result) bool { return len(r.Faults) > 0 })
}

// playPast plays the past to rulesets, so many workspaces at once.
func (a *app) playPast(ctx context.Context, names []string, flags backtestFlags, since time.Time, count int) (shape.RulesBacktest, error) {
	past, err := a.openPast(flags, since)
	if err != nil {
		return shape.RulesBacktest{}, err
	}
	defer past.close()
	all, err := a.openLanes(ctx, names, flags, count)
	if err != nil {
		return shape.RulesBacktest{}, err
	}
	defer all.close()
	return all.play(ctx, past)
}

// backtestLanes is how many workspaces are played at once. Each has hosts and state
// of its own.
const backtestLanes = 2

// lanes play sessions of different workspaces at once.
type lanes []*backtester

func (a *app) openLanes(ctx context.Context, names []string, flags backtestFlags, count int) (lanes, error) {
	var all lanes
	for range count {
		b, err := a.openBacktest(ctx, names, flags)
		if err != nil {
			all.close()
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

func (all lanes) close() {
	for _, b := range all {
		b.close()
	}
}

// play plays the past to its end, or until the user has enough.
func (all lanes) play(ctx context.Context, past pastSource) (shape.RulesBacktest, error) {
	b := all[0]
	// Thousands of decisions leave much behind and hold little: memory for time.
	defer debug.SetGCPercent(debug.SetGCPercent(backtestGCPercent))
	began := b.app.now()
	run := backtest.New(b.rulesets, b.place, backtest.Options{Examples: b.flags.examples})
	var played []*backtest.Lane
	for _, b := range all {
		played = append(played, &backtest.Lane{Rulesets: b.rulesets, Places: b.place})
	}
	bar := b.app.newProgress(b.app.json)
	err := run.Play(ctx, played, func(add func(backtest.Happening) error) error { return past.each(ctx, bar.step, add) })
	bar.end()
	for _, other := range all[1:] {
		for _, note := range other.notes {
			b.note(note)
		}
	}
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return shape.RulesBacktest{}, err
	}
	result := shape.RulesBacktest{
		Past: past.told(), Tier: b.tier, Interrupted: interrupted, Notes: append(past.notes(), b.notes...),
		Seconds: b.app.now().Sub(began).Seconds(), Report: run.Report(),
	}
	if interrupted { // what was read ahead was not played, nor all of the session under way
		result.Past.Played = max(0, result.Sessions-1)
	}
	if result.Prompts == 0 && !interrupted {
		return result, fmt.Errorf("there is no prompt in %s", result.Past.Path)
	}
	return result, nil
}
