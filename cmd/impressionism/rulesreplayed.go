package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// replayTimeMax ends a replay whose fuel lasts too long.
const replayTimeMax = 10 * time.Second

// replayer takes decisions again.
type replayer struct {
	*app
	with      string // another version, or ""
	temporary *app   // whose folders of modules are deleted in the end; nil: none are needed yet
	folder    string
}

// one takes one decision, or one failure, again.
func (r *replayer) one(ctx context.Context, f trace.File, name string) (shape.Replayed, error) {
	ruleset, from, err := r.decider(f, r.with)
	if err != nil {
		return shape.Replayed{}, err
	}
	e, err := r.runner(ctx, ruleset)
	if err != nil {
		return shape.Replayed{}, err
	}
	began := r.now()
	outcome, err := again(e, ruleset, f)
	if err != nil {
		return shape.Replayed{}, err
	}
	result := shape.Replayed{
		Name: name, Ruleset: ruleset.Manifest.ID, Hash: ruleset.Hash, Recorded: f.Trace.Hash, From: from,
		Differences: []trace.Difference{}, Unanswered: unanswered(f.Trace, outcome.Trace),
		MS: float64(r.now().Sub(began).Microseconds()) / 1000,
	}
	if ruleset.Hash == f.Trace.Hash {
		result.Differences = append(result.Differences, trace.DiffRun(f.Trace, outcome.Trace)...)
	} else {
		result.Differences = append(result.Differences, trace.DiffDecision(f.Trace, outcome.Trace)...)
	}
	result.Same = len(result.Differences) == 0
	return result, nil
}

// again replays a decision. That it was taken shows that the event was wanted,
// whatever the manifest says.
func again(e *engine.Engine, ruleset engine.Ruleset, f trace.File) (engine.Outcome, error) {
	ruleset.Manifest.Events = []string{f.Trace.Context.HookEvent}
	stop := new(atomic.Bool)
	timer := time.AfterFunc(replayTimeMax, func() { stop.Store(true) })
	defer timer.Stop()
	return e.Replay(ruleset, f.Trace, f.Budgets, stop)
}

// decider gives the version of the ruleset that took a decision, or the one
// given instead, and where it came from.
func (a *app) decider(f trace.File, with string) (engine.Ruleset, string, error) {
	set := a.engine(a.workspaceOf("")).Set
	if with != "" {
		ruleset, err := a.ruleset(set, with)
		return ruleset, fromWith, err
	}
	want := f.Trace
	if f.Ruleset != nil {
		ruleset, err := engine.Unbundle(f.Ruleset)
		if err == nil && (ruleset.Manifest.ID != want.Ruleset || ruleset.Hash != want.Hash) {
			err = fmt.Errorf("the file's ruleset is %s %.12s, its trace is of %s %.12s", ruleset.Manifest.ID, ruleset.Hash, want.Ruleset, want.Hash)
		}
		return ruleset, fromFile, err
	}
	current, err := set.Load(want.Ruleset)
	if err == nil && current.Hash == want.Hash {
		return current, fromCurrent, nil
	}
	if kept, ok := a.keptVersion(want.Ruleset, want.Hash); ok {
		return kept, fromKept, nil
	}
	now := "that ruleset is not there any more"
	if err == nil {
		now = fmt.Sprintf("it is %.12s now", current.Hash)
	}
	return engine.Ruleset{}, "", fmt.Errorf("the version of %s that decided (%.12s) is not kept, and %s; give one: --with PATH, or --with %s for the current one",
		want.Ruleset, want.Hash, now, want.Ruleset)
}

// keptVersion gives a version of a ruleset that answered once, if it is kept.
func (a *app) keptVersion(id, hash string) (engine.Ruleset, bool) {
	if !exists(a.paths.StateDB) {
		return engine.Ruleset{}, false
	}
	store, err := a.open(a.workspaceOf(""))
	if err != nil {
		return engine.Ruleset{}, false
	}
	defer store.Close()
	bundle, err := store.Version(id, hash)
	if err != nil || bundle == nil {
		return engine.Ruleset{}, false
	}
	ruleset, err := engine.Unbundle(bundle)
	return ruleset, err == nil && ruleset.Hash == hash
}

// runner gives an engine that may run the ruleset. A module that was not vetted
// here is, into folders that are deleted.
func (r *replayer) runner(ctx context.Context, ruleset engine.Ruleset) (*engine.Engine, error) {
	e := r.engine(r.workspaceOf(""))
	if ruleset.Language != languageWASM || r.modules.Vetted(ruleset.Program.Code) {
		return e, nil
	}
	if r.temporary == nil {
		folder, err := os.MkdirTemp("", "impressionism-replay-")
		if err != nil {
			return nil, err
		}
		copied := *r.app
		copied.paths.Vetted, copied.paths.Cache = filepath.Join(folder, "vetted"), filepath.Join(folder, "cache")
		copied.modules = newModules(&copied.paths)
		r.temporary, r.folder = &copied, folder
	}
	if !r.temporary.modules.Vetted(ruleset.Program.Code) {
		if err := r.temporary.vet(ctx, ruleset); err != nil {
			return nil, err
		}
	}
	e.Runtimes[".wasm"] = r.temporary.modules.Start
	return e, nil
}

func (r *replayer) close() {
	if r.temporary == nil {
		return
	}
	if runtime, err := r.temporary.modules.runtime(); err == nil {
		_ = runtime.Close() // the process ends soon, and its folders go now
	}
	if err := os.RemoveAll(r.folder); err != nil {
		fmt.Fprintln(r.errOut, "impressionism: warning:", err)
	}
}

// unanswered lists the host calls of a replay that the record has no answer to:
// another version asks other things.
func unanswered(recorded, replayed trace.Trace) []string {
	host, missing := trace.NewHost(recorded), []string{}
	for _, call := range replayed.Calls {
		host.Invoke(call.Call, call.Request)
	}
	return append(missing, host.Missing...)
}
