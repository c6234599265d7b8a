package backtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/replay"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/listed"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/backtest"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
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
	env      *env.Env
	flags    backtestFlags
	rulesets []backtest.Ruleset
	runner   *replay.Replayer
	folder   scratch.Folder
	stores   []*session.Store
	stages   []*stage // last used last
	tier     string
	notes    []string
	atFiles  []string // rulesets that would tell lessons at files, which is not played
}

func openBacktest(ctx context.Context, e *env.Env, names []string, flags backtestFlags) (*backtester, error) {
	if !env.Exists(e.Paths.IndexDB) {
		return nil, errors.New("there is no index to search yet; make it first, in the folder you work in: impressionism index")
	}
	b := &backtester{env: e, flags: flags, runner: &replay.Replayer{Env: e}, tier: index.TierLexical, notes: []string{}}
	if err := b.open(ctx, names); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *backtester) open(ctx context.Context, names []string) (err error) {
	if b.folder, err = scratch.Make("backtest"); err != nil {
		return err
	}
	model, err := b.model()
	if err != nil {
		return err
	}
	for i, name := range names {
		ruleset, err := b.ruleset(ctx, name, fmt.Sprint(i), model)
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
	if model := wire.Model(b.env, wire.Queries); model != nil {
		return model, nil
	}
	return nil, errors.New("--model wants a model; run: impressionism model install")
}

// ruleset makes a host that a ruleset decides for, or several that are named with
// commas between them, in that order.
func (b *backtester) ruleset(ctx context.Context, name, folder string, model *embedding.Model) (backtest.Ruleset, error) {
	var ids, hashes []string
	var e *engine.Engine
	var seesCode, wantsLessons bool // at files
	set := wire.Engine(b.env, b.env.WorkspaceOf("")).Set
	for one := range strings.SplitSeq(name, ",") {
		ruleset, err := rulesets.Ruleset(b.env, set, one)
		if err != nil {
			return backtest.Ruleset{}, err
		}
		if e, err = b.runner.Runner(ctx, ruleset); err != nil {
			return backtest.Ruleset{}, err
		}
		set = set.With(ruleset)
		seesCode = seesCode || ruleset.Manifest.Sees(abi.KindCode)
		wantsLessons = wantsLessons || ruleset.Manifest.Wants(abi.EventFileTouched) && ruleset.Manifest.Sees(abi.KindLesson)
		ids, hashes = append(ids, ruleset.Manifest.ID), append(hashes, ruleset.Hash)
	}
	wired, err := b.folder.Host(b.env, "", session.Options{Scratch: true}, folder)
	if err != nil {
		return backtest.Ruleset{}, err
	}
	b.stores = append(b.stores, wired.Sessions)
	runtimes := maps.Clone(e.Runtimes)
	runtimes[".lua"] = lua.NewCompiled().Start
	wired.Engine = &engine.Engine{Set: set, Runtimes: runtimes, Check: e.Check}
	wired.Model = model
	wired.Settings.Rulesets = ids
	wired.Settings.OnRulesetError = engine.OnErrorSilent // another one's answer would be counted as its own
	wired.Settings.KeepTraces = 0
	if !seesCode { // the host's own choice would be, too
		wired.Settings.TellPlaces = false
	}
	lessons, _ := wired.Settings.Kinds.Find(abi.KindLesson)
	if wantsLessons && lessons.AtFile.Items > 0 && wired.Settings.Suggest.Max > 0 {
		b.atFiles = append(b.atFiles, name)
	}
	return backtest.Ruleset{
		Name: name, ID: strings.Join(ids, ","), Hash: strings.Join(hashes, ","),
		Ask: func(h backtest.Happening) (backtest.Answer, error) { return b.ask(wired, h) },
	}, nil
}

func (b *backtester) ask(wired *respond.Responder, h backtest.Happening) (backtest.Answer, error) {
	at, err := b.stageOf(wired, h.Event)
	if err != nil {
		return backtest.Answer{}, err
	}
	h.Event.LocalTime = env.LocalTime(h.Event.Time)
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
		Said: response.Context,
	}
	for _, ref := range response.Decision.Suggested {
		answer.Told = append(answer.Told, b.env.Kinds.Whole(ref)) // as they are taken up
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
	if text = textline.OneLine(text); len(b.notes) < notesMax && !slices.Contains(b.notes, text) {
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
	b.runner.Close()
	if b.folder != "" {
		_ = b.folder.Remove()
	}
}

// stage is a workspace as it is today, to a session that touched certain files: one view
// for all rulesets, which share what is found on it.
type stage struct {
	key   string
	index *index.Index
	view  *index.View
	cache *decide.Cache

	// Of one where no file was touched:
	place   backtest.Place
	waiting []waiting
	nested  map[string]string // by path of a skill below the workspace: its id in the index
}

// waiting is an item that the client lists once a file was touched.
type waiting struct {
	entry  catalog.Entry
	hidden string
}

// stagesMax bounds the views that are open at once.
const stagesMax = 16

// stage opens a workspace's part of the index, as a session sees it that touched no file.
func (b *backtester) stage(workspace string) (*stage, error) {
	return b.kept(workspace, func() (*stage, error) {
		listing := wire.List(b.env, workspace)
		s, err := b.openStage(listing)
		if err == nil {
			b.know(s, listing)
		}
		return s, err
	})
}

// stageOf opens the stage of an event: in a workspace where items wait, as its session sees it
// after the files that it touched.
func (b *backtester) stageOf(wired *respond.Responder, event abi.Event) (*stage, error) {
	s, err := b.stage(event.Workspace)
	if err != nil || len(s.waiting) == 0 || !decide.Wants(event, false, wired.Engine.Set, wired.Settings.Rulesets) {
		return s, err
	}
	touched, err := respond.Touched(wired.Sessions, event.SessionID, event.Workspace)
	if err != nil {
		return nil, err
	}
	opened := ""
	for _, w := range s.waiting {
		if w.entry.WaitsFor(w.hidden, touched) == "" {
			opened += "\x00" + w.entry.Path
		}
	}
	if opened == "" {
		return s, nil
	}
	return b.kept(event.Workspace+opened, func() (*stage, error) {
		return b.openStage(b.asIndexed(s, wire.ListTouched(b.env, event.Workspace, touched)))
	})
}

// asIndexed leaves out of a session's listing, and notes, what has another id there than the
// index, which is read only, has it by: a skill of a folder, where another folder that the
// session did not touch has one of its name.
func (b *backtester) asIndexed(s *stage, listing catalog.Listing) catalog.Listing {
	listing.Entries = slices.DeleteFunc(listing.Entries, func(entry catalog.Entry) bool {
		id, nested := s.nested[entry.Path]
		if !nested || id == entry.ID {
			return false
		}
		b.note(fmt.Sprintf("%s of %s is not played in a session that touched its folder alone: it had another id there", id, listing.Workspace))
		return true
	})
	return listing
}

// kept returns a stage that is open, or opens it.
func (b *backtester) kept(key string, open func() (*stage, error)) (*stage, error) {
	at := slices.IndexFunc(b.stages, func(s *stage) bool { return s.key == key })
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
	opened, err := open()
	if err != nil {
		return nil, err
	}
	opened.key = key
	b.stages = append(b.stages, opened)
	return opened, nil
}

func (b *backtester) openStage(listing catalog.Listing) (*stage, error) {
	x, err := index.OpenRead(b.env.Paths.IndexDB)
	if err != nil {
		return nil, fmt.Errorf("%w; make it again: impressionism index", err)
	}
	outdated, err := x.Outdated(listing, wire.Pools(b.env))
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	view, err := x.View(listing, wire.Pools(b.env))
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	if outdated > 0 {
		b.note(fmt.Sprintf("%s of %s not in the index as on disk; run there: impressionism index", textline.Count(outdated, "item", "items"), listing.Workspace))
	}
	return &stage{index: x, view: view, cache: &decide.Cache{}}, nil
}

func (s *stage) close() {
	_ = s.view.Close() // only read
	_ = s.index.Close()
}

// place returns what a workspace has today.
func (b *backtester) place(workspace string) (backtest.Place, error) {
	at, err := b.stage(workspace)
	if err != nil {
		return backtest.Place{}, err
	}
	return at.place, nil
}

// know finds out what a workspace has, and what waits there.
func (b *backtester) know(s *stage, listing catalog.Listing) {
	items := map[abi.Ref]bool{}
	for _, entry := range listing.Entries {
		if s.view.Has(entry.Ref()) {
			items[b.env.Kinds.Whole(entry.Ref())] = true
			if entry.Kind == abi.KindLesson && len(b.atFiles) > 0 {
				b.note("file_touched is not played: what " + strings.Join(b.atFiles, " and ") + " would tell of lessons at files is not counted")
			}
		}
	}
	s.nested = map[string]string{}
	var shown []inspect.Listed
	for _, entry := range wire.ListWhole(context.Background(), b.env, listing.Workspace).Entries {
		if entry.Nested != "" {
			s.nested[entry.Path] = entry.ID
		}
		if b.env.Kinds.Pool(entry.Kind) != catalog.PoolListed {
			continue
		}
		item, _, rejection, err := b.env.Kinds.Load(entry)
		switch {
		case err != nil || rejection != nil:
		case entry.WaitsFor(item.Hidden, nil) != "":
			if item.Hidden == "" || catalog.Waits(item.Hidden) {
				items[b.env.Kinds.Whole(entry.Ref())] = true
				s.waiting = append(s.waiting, waiting{entry, item.Hidden})
			}
		case item.IsListed():
			shown = append(shown, listed.As(entry, item))
		}
	}
	s.place = backtest.Place{
		Find: func(event abi.Event) (found []abi.Ref) {
			for _, same := range session.OneByOne(b.env.Kinds.Taken(event)) {
				if at := slices.IndexFunc(same, func(ref abi.Ref) bool { return items[ref] }); at >= 0 {
					found = append(found, same[at])
				}
			}
			return found
		},
		Hidden: b.hidden(listing.Workspace, shown),
	}
}

// hidden returns the items whose descriptions the client leaves out for want of room, in
// the window that was asked for, else in that of the client's model, as skills budget has it.
func (b *backtester) hidden(workspace string, shown []inspect.Listed) map[string]bool {
	hidden := map[string]bool{}
	rule := inspectors.Of(b.env.Client().ID).Listing
	if rule.Open == nil {
		return hidden
	}
	lister := rule.Open(b.env.ClientHome(), workspace, b.env.Lookup, b.env.Now()) // warnings are told by: impressionism skills budget
	window, _ := lister.Window(cmp.Or(lister.Model, rule.DefaultModel))
	if b.flags.window > 0 {
		window = rule.WindowTokens(b.flags.window)
	}
	for _, id := range lister.Budget(shown, window).IDs(inspect.Hidden) {
		hidden[id] = true
	}
	return hidden
}
