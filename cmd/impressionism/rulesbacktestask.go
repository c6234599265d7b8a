package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// backtester answers events of the past, for each ruleset with a host and a
// state.db of its own in a folder that goes with the run.
type backtester struct {
	app      *app
	flags    backtestFlags
	rulesets []backtest.Ruleset
	runner   *replayer
	folder   string
	stores   []*session.Store
	stages   []*stage // last used last
	tier     string
	notes    []string
}

func (a *app) openBacktest(ctx context.Context, names []string, flags backtestFlags) (*backtester, error) {
	if !exists(a.paths.IndexDB) {
		return nil, errors.New("there is no index to search yet; make it first, in the folder you work in: impressionism index")
	}
	b := &backtester{app: a, flags: flags, runner: &replayer{app: a}, tier: index.TierLexical, notes: []string{}}
	if err := b.open(ctx, names); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *backtester) open(ctx context.Context, names []string) (err error) {
	if b.folder, err = os.MkdirTemp("", "impressionism-backtest-"); err != nil {
		return err
	}
	model, err := b.model()
	if err != nil {
		return err
	}
	for i, name := range names {
		ruleset, err := b.ruleset(ctx, name, filepath.Join(b.folder, fmt.Sprint(i), "state.db"), model)
		if err != nil {
			return err
		}
		b.rulesets = append(b.rulesets, ruleset)
	}
	return nil
}

// model is what embeds prompts, nil where words alone are to decide.
func (b *backtester) model() (*embedding.Model, error) {
	if !b.flags.model {
		return nil, nil //nolint:nilnil // nil is no model
	}
	if model := b.app.model(queries); model != nil {
		return model, nil
	}
	return nil, errors.New("--model wants a model; run: impressionism model install")
}

// ruleset makes a host that a ruleset decides for, or several that are named with
// commas between them, in that order.
func (b *backtester) ruleset(ctx context.Context, name, state string, model *embedding.Model) (backtest.Ruleset, error) {
	var ids, hashes []string
	var e *engine.Engine
	set := b.app.engine(b.app.workspaceOf("")).Set
	for one := range strings.SplitSeq(name, ",") {
		ruleset, err := b.app.ruleset(set, one)
		if err != nil {
			return backtest.Ruleset{}, err
		}
		if e, err = b.runner.runner(ctx, ruleset); err != nil {
			return backtest.Ruleset{}, err
		}
		set = set.With(ruleset)
		ids, hashes = append(ids, ruleset.Manifest.ID), append(hashes, ruleset.Hash)
	}
	store, err := session.Open(state, session.Options{Scratch: true})
	if err != nil {
		return backtest.Ruleset{}, err
	}
	b.stores = append(b.stores, store)
	wired := b.app.wire("", store)
	runtimes := maps.Clone(e.Runtimes)
	runtimes[".lua"] = lua.NewCompiled().Start
	wired.Engine = &engine.Engine{Set: set, Runtimes: runtimes, Check: e.Check}
	wired.Model = model
	wired.Settings.Rulesets = ids
	wired.Settings.OnRulesetError = engine.OnErrorSilent // another one's answer would be counted as its own
	wired.Settings.KeepTraces = 0
	return backtest.Ruleset{
		Name: name, ID: strings.Join(ids, ","), Hash: strings.Join(hashes, ","),
		Ask: func(h backtest.Happening) (backtest.Answer, error) { return b.ask(wired, h) },
	}, nil
}

func (b *backtester) ask(wired *respond.Responder, h backtest.Happening) (backtest.Answer, error) {
	at, err := b.stage(h.Workspace)
	if err != nil {
		return backtest.Answer{}, err
	}
	h.Event.LocalTime = localTime(h.Event.Time)
	response := wired.Respond(context.Background(), h.Event, respond.Options{View: at.view, Cache: at.cache})
	for _, problem := range response.Problems {
		switch problem.Code {
		case decide.ProblemState, decide.ProblemIndex:
			return backtest.Answer{}, errors.New(problem.Error())
		case decide.ProblemRuleset, decide.ProblemWarning: // counted with the answer
		default:
			b.note(problem.Error())
		}
	}
	if response.Decision == nil {
		return backtest.Answer{}, nil
	}
	if response.Decision.Tier == index.TierModel {
		b.tier = index.TierModel
	}
	answer := backtest.Answer{
		Asked: true, Neutral: response.Decision.Neutral, Decision: response.Decision.Outcome.Decision,
		Told: response.Decision.Suggested, Said: response.Context,
	}
	for _, attempt := range response.Decision.Attempts {
		switch {
		case attempt.Skipped != "":
			answer.Fault = "paused"
		case attempt.Outcome.Fault != nil:
			answer.Fault = attempt.Outcome.Fault.Code
			b.note(fmt.Sprintf("%s failed: %s", attempt.ID, attempt.Outcome.Fault.Message))
		}
	}
	return answer, nil
}

// notesMax bounds what is told of problems.
const notesMax = 20

func (b *backtester) note(text string) {
	if text = oneLine(text); len(b.notes) < notesMax && !slices.Contains(b.notes, text) {
		b.notes = append(b.notes, text)
	}
}

func (b *backtester) close() {
	for _, s := range b.stages {
		s.close()
	}
	for _, store := range b.stores {
		_ = store.Close() // nothing of it is kept
	}
	b.runner.close()
	if b.folder != "" {
		_ = os.RemoveAll(b.folder)
	}
}
