package main

import (
	"context"
	"fmt"

	"github.com/ed-irl/impressionism/host/trace"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// replay takes a decision again, and first what failed before it. Another version
// that is given stands for the ruleset of its id: where that one failed, it is
// asked in its place, else in place of the one that decided.
func (r *replayer) replay(ctx context.Context, name string) ([]shape.Replayed, error) {
	f, err := r.traced(name)
	if err != nil {
		return nil, err
	}
	var all []shape.Replayed
	for i, failure := range f.Failed {
		failed := f.Of(failure)
		if !repeats(failure.Trace.Fault) || (r.with != "" && !r.standsFor(failure.Trace.Ruleset)) {
			continue
		}
		if _, _, err := r.decider(failed, r.with); err != nil && r.with == "" {
			fmt.Fprintf(r.errOut, "impressionism: warning: the failure before decision %s is left out: %s\n", plain(name), oneLine(err.Error()))
			continue
		}
		replayed, err := r.one(ctx, failed, fmt.Sprintf("%s, failure %d", name, i+1))
		if err != nil {
			return all, err
		}
		all = append(all, replayed)
	}
	if f.Trace.ABI == 0 && len(all) == 0 {
		return nil, fmt.Errorf("decision %s: %s", name, whyNoTrace(f.Made))
	}
	if f.Trace.ABI == 0 || (r.with != "" && len(all) > 0) {
		return all, nil
	}
	decided, err := r.decided(ctx, f, name)
	return append(all, decided...), err
}

// decided takes again what each of the rulesets decided. A version that is given
// stands for the one of its id, else for the first.
func (r *replayer) decided(ctx context.Context, f trace.File, name string) ([]shape.Replayed, error) {
	parts := f.Parts()
	for i, part := range parts {
		if i > 0 && r.with != "" && r.standsFor(part.Trace.Ruleset) {
			replayed, err := r.one(ctx, part, fmt.Sprintf("%s, ruleset %d", name, i+1))
			return []shape.Replayed{replayed}, err
		}
	}
	if r.with != "" {
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

// repeats reports whether a failure was the ruleset's own, rather than that of a
// machine that was busy or of a module that was not vetted.
func repeats(fault *abi.Fault) bool {
	return fault != nil && !engine.TimeUp(fault) && fault.Code != abi.Unavailable
}

// standsFor reports whether the version given is of that ruleset.
func (r *replayer) standsFor(id string) bool {
	ruleset, err := r.ruleset(r.engine(r.workspaceOf("")).Set, r.with)
	return err == nil && ruleset.Manifest.ID == id
}
