package respond

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/store/index"
)

// refresh brings the index up to date as far as time allows.
func (t *task) refresh(ctx context.Context, passages *embedding.Passages) error {
	var err error
	if t.index, err = t.host.OpenIndex(); err != nil {
		return err
	}
	if t.forgetful == nil { // else handOver says so
		t.response.Problems.Add(decide.ProblemIndex, t.index.Instead())
	}
	if err := t.list(ctx); err != nil {
		t.unlisted = true
		return err
	}
	t.prepareAhead()
	sources := t.host.Sources()
	if passages != nil {
		sources.Model, sources.Embed = passages.Model, passages.Embedder(t.Refresh)
	}
	if t.index.ReadOnly() {
		return nil
	}
	report, err := t.index.Refresh(ctx, t.listing, sources, t.indexOptions())
	t.response.Report, t.response.Touched = &report, t.listing.Touched
	if report.Rebuilt != "" {
		t.response.Problems.Add(decide.ProblemRebuilt, errors.New("index.db was made again: "+report.Rebuilt))
	}
	switch {
	case embedding.IsModel(err):
		t.response.Problems.AddModel(err)
		return nil
	case index.IsUnwritable(err): // what it has is searched all the same
		t.forgetful = cmp.Or(t.forgetful, err)
		return nil
	}
	return err
}

// list lists the catalog. Strangers' files are looked at, so that a panic is an error
// like any other; so is an end of the context, which may have left out any item.
func (t *task) list(ctx context.Context) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("list the catalog: %v", reason)
		}
	}()
	t.listing = t.host.List(ctx, t.event.Workspace)
	if touched := t.touched(); len(touched) > 0 && t.host.Beneath != nil {
		t.listing = t.host.Beneath(ctx, t.listing, touched)
	}
	return ctx.Err()
}

// touched are the files of the workspace that the session's tools read or wrote: items may
// wait for them. What the user keeps from being stored opens none.
func (t *task) touched() []string {
	if t.host.Sessions == nil || t.event.SessionID == "" {
		return nil
	}
	files, err := Touched(t.host.Sessions, t.event.SessionID, t.event.Workspace)
	t.response.Problems.Add(decide.ProblemState, err)
	return files
}

// prepareAhead lets the ruleset be made ready while the index is opened. The
// goroutine that listed is done by then, so a processor is free.
func (t *task) prepareAhead() {
	if t.Prepare == nil || t.event.Name != abi.EventPrompt {
		return
	}
	go func() {
		defer func() { _ = recover() }() // the ruleset is started in any case, and fails then
		t.Prepare()
	}()
}

// removeAtStart is how many rows of vanished files the start of a session removes
// at most: some tens of milliseconds. The next start goes on, or the server.
const removeAtStart = 64

func (t *task) indexOptions() index.Options {
	return index.Options{Late: t.Refresh.Passed, Hurry: t.event.Name != abi.EventSessionStarted, RemoveMax: removeAtStart}
}

// lookAround looks at the workspace's manifests for an index that can be written.
func (t *task) lookAround() error {
	if t.index == nil || t.index.ReadOnly() {
		return nil
	}
	return LookAround(t.index, t.event.Workspace)
}

// closeIndex ends the use of the index. Damage that showed only while searching
// is mended by an empty file, which the next event fills again.
func (t *task) closeIndex() {
	if t.index == nil {
		return
	}
	if t.damaged {
		t.response.Problems.Add(decide.ProblemRebuilt, errors.New("index.db was damaged; it is made again"))
		t.response.Problems.Add(decide.ProblemIndex, t.index.Rebuild("the file was damaged"))
	}
	if t.KeepIndex {
		return
	}
	if t.event.Name == abi.EventPrompt {
		t.index.LeaveLog()
	}
	t.response.Problems.Add(decide.ProblemIndex, t.index.Close())
}
