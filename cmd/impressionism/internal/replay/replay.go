package replay

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/trace"
)

// timeMax ends a replay whose fuel lasts too long.
const timeMax = 10 * time.Second

// Replayer takes decisions again.
type Replayer struct {
	*env.Env
	With      string   // another version, or ""
	temporary *env.Env // whose folders of modules are deleted in the end; nil: none are needed yet
	folder    scratch.Folder
}

// one takes one decision, or one failure, again.
func (r *Replayer) one(ctx context.Context, f trace.File, name string) (shape.Replayed, error) {
	ruleset, from, err := Decider(r.Env, f, r.With)
	if err != nil {
		return shape.Replayed{}, err
	}
	e, err := r.Runner(ctx, ruleset)
	if err != nil {
		return shape.Replayed{}, err
	}
	began := r.Now()
	outcome, err := again(e, ruleset, f)
	if err != nil {
		return shape.Replayed{}, err
	}
	result := shape.Replayed{
		Name: name, Ruleset: ruleset.Manifest.ID, Hash: ruleset.Hash, Recorded: f.Trace.Hash, From: from,
		Differences: []trace.Difference{}, Unanswered: unanswered(f.Trace, outcome.Trace),
		MS: float64(r.Now().Sub(began).Microseconds()) / 1000, Opinion: f.Trace.Opinion,
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
	timer := time.AfterFunc(timeMax, func() { stop.Store(true) })
	defer timer.Stop()
	return e.Replay(ruleset, f.Trace, f.Budgets, stop)
}

// Decider returns the version of the ruleset that took a decision, or the one
// given instead, and where it came from.
func Decider(e *env.Env, f trace.File, with string) (engine.Ruleset, string, error) {
	set := wire.Engine(e, e.WorkspaceOf("")).Set
	if with != "" {
		ruleset, err := rulesets.Ruleset(e, set, with)
		return ruleset, FromWith, err
	}
	want := f.Trace
	if f.Ruleset != nil {
		ruleset, err := engine.Unbundle(f.Ruleset)
		if err == nil && (ruleset.Manifest.ID != want.Ruleset || ruleset.Hash != want.Hash) {
			err = fmt.Errorf("the file's ruleset is %s %.12s, its trace is of %s %.12s", ruleset.Manifest.ID, ruleset.Hash, want.Ruleset, want.Hash)
		}
		return ruleset, FromFile, err
	}
	current, err := set.Load(want.Ruleset)
	if err == nil && current.Hash == want.Hash {
		return current, fromCurrent, nil
	}
	if kept, ok := keptVersion(e, want.Ruleset, want.Hash); ok {
		return kept, FromKept, nil
	}
	now := "that ruleset is not there any more"
	if err == nil {
		now = fmt.Sprintf("it is %.12s now", current.Hash)
	}
	return engine.Ruleset{}, "", fmt.Errorf("the version of %s that decided (%.12s) is not kept, and %s; give one: --with PATH, or --with %s for the current one",
		want.Ruleset, want.Hash, now, want.Ruleset)
}

// keptVersion returns a version of a ruleset that answered once, if it is kept.
func keptVersion(e *env.Env, id, hash string) (engine.Ruleset, bool) {
	if !env.Exists(e.Paths.StateDB) {
		return engine.Ruleset{}, false
	}
	store, err := wire.Open(e, e.WorkspaceOf(""))
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

// Runner returns an engine that may run the ruleset, and those of earlier calls. A
// module that was not vetted here is, into folders that are deleted.
func (r *Replayer) Runner(ctx context.Context, ruleset engine.Ruleset) (*engine.Engine, error) {
	if ruleset.Language == modules.LanguageWASM && !r.Modules.Vetted(ruleset.Program.Code) {
		if err := r.vet(ctx, ruleset); err != nil {
			return nil, err
		}
	}
	e := wire.Engine(r.Env, r.WorkspaceOf(""))
	if r.temporary != nil {
		e.Runtimes[".wasm"] = r.start
	}
	return e, nil
}

// vet vets a module for this run alone.
func (r *Replayer) vet(ctx context.Context, ruleset engine.Ruleset) error {
	if r.temporary == nil {
		folder, err := scratch.Make("replay")
		if err != nil {
			return err
		}
		r.temporary, r.folder = folder.Apart(r.Env), folder
	}
	if r.temporary.Modules.Vetted(ruleset.Program.Code) {
		return nil
	}
	return rulesets.Vet(ctx, r.temporary, ruleset)
}

// start is an abi.Start that runs a module where it is vetted.
func (r *Replayer) start(program abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
	if r.temporary.Modules.Vetted(program.Code) {
		return r.temporary.Modules.Start(program, sandbox)
	}
	return r.Modules.Start(program, sandbox)
}

// Close removes what was checked for this run alone.
func (r *Replayer) Close() {
	if r.temporary == nil {
		return
	}
	if runtime, err := r.temporary.Modules.Runtime(); err == nil {
		_ = runtime.Close() // the process ends soon, and its folders go now
	}
	if err := r.folder.Remove(); err != nil {
		fmt.Fprintln(r.ErrOut, "impressionism: warning:", err)
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

// Replay takes a decision again, and first what failed before it. Another version
// that is given stands for the ruleset of its id: where that one failed, it is
// asked in its place, else in place of the one that decided.
func (r *Replayer) Replay(ctx context.Context, name string) ([]shape.Replayed, error) {
	f, err := Traced(r.Env, name)
	if err != nil {
		return nil, err
	}
	var all []shape.Replayed
	for i, failure := range f.Failed {
		failed := f.Of(failure)
		if !Repeats(failure.Trace.Fault) || (r.With != "" && !r.standsFor(failure.Trace.Ruleset)) {
			continue
		}
		_, _, err := Decider(r.Env, failed, r.With)
		if err == nil && failed.Trace.Incomplete {
			err = fmt.Errorf("its trace is incomplete: it had more than %d bytes of host calls", trace.CallBytesMax)
		}
		if err != nil && r.With == "" {
			fmt.Fprintf(r.ErrOut, "impressionism: warning: the failure before decision %s is left out: %s\n", textline.Plain(name), textline.OneLine(err.Error()))
			continue
		}
		replayed, err := r.one(ctx, failed, fmt.Sprintf("%s, failure %d", name, i+1))
		if err != nil {
			return all, err
		}
		all = append(all, replayed)
	}
	if f.Trace.ABI == 0 && len(all) == 0 {
		return nil, fmt.Errorf("decision %s: %s", name, WhyNoTrace(f.Made))
	}
	if f.Trace.ABI == 0 || (r.With != "" && len(all) > 0) {
		return all, nil
	}
	decided, err := r.decided(ctx, f, name)
	return append(all, decided...), err
}

// decided takes again what each of the rulesets decided. A version that is given
// stands for the one of its id, else for the first.
func (r *Replayer) decided(ctx context.Context, f trace.File, name string) ([]shape.Replayed, error) {
	parts := f.Parts()
	for i, part := range parts {
		if i > 0 && r.With != "" && r.standsFor(part.Trace.Ruleset) {
			replayed, err := r.one(ctx, part, fmt.Sprintf("%s, ruleset %d", name, i+1))
			return []shape.Replayed{replayed}, err
		}
	}
	if r.With != "" {
		parts = parts[:1]
	}
	var all []shape.Replayed
	for i, part := range parts {
		called := name
		if i > 0 {
			called = fmt.Sprintf("%s, ruleset %d", name, i+1)
		}
		replayed, err := r.one(ctx, part, called)
		if err != nil {
			return all, err
		}
		all = append(all, replayed)
	}
	return all, nil
}

// Repeats reports whether a failure was the ruleset's own, rather than that of a
// machine that was busy or of a module that was not vetted.
func Repeats(fault *abi.Fault) bool {
	return fault != nil && !engine.TimeUp(fault) && fault.Code != abi.Unavailable
}

// standsFor reports whether the version given is of that ruleset.
func (r *Replayer) standsFor(id string) bool {
	ruleset, err := rulesets.Ruleset(r.Env, wire.Engine(r.Env, r.WorkspaceOf("")).Set, r.With)
	return err == nil && ruleset.Manifest.ID == id
}

// Where the ruleset of a replay came from.
const (
	fromCurrent = "current"
	FromKept    = "kept"
	FromFile    = "file"
	FromWith    = "with"
)

// PartOf returns, of a decision of several rulesets, the part of the one named, else of the
// one that another version is given of, else of the only one that had a say.
func (r *Replayer) PartOf(f trace.File, named string) (trace.File, error) {
	parts := f.Parts()
	var all, had []string
	decisions := make([]abi.Decision, len(parts))
	for i, part := range parts {
		id := part.Trace.Ruleset
		if id == named || named == "" && r.With != "" && r.standsFor(id) {
			return part, nil
		}
		all, decisions[i] = append(all, id), AnswerOf(part.Trace.Decision)
	}
	if named != "" {
		return f, fmt.Errorf("%s was not asked; it is by %s", named, strings.Join(all, ", "))
	}
	chosen := 0
	_, by := engine.Merge(decisions)
	for i, id := range all {
		if slices.Contains(slices.Collect(maps.Values(by)), i) {
			had, chosen = append(had, id), i
		}
	}
	if len(had) > 1 {
		return f, fmt.Errorf("several rulesets decided: %s; say whose part is wanted, as in: impressionism trace scenario ID --ruleset %s", strings.Join(had, ", "), had[0])
	}
	return parts[chosen], nil
}
