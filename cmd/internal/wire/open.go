package wire

import (
	"context"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Open opens state.db as commands of people do, and puts a trusted project's
// ruleset in force.
func Open(e *env.Env, workspace string) (*session.Store, error) {
	store, salvaged, err := OpenSessions(e, env.CommandBusyWait, true)
	if err != nil {
		return nil, env.Failed(err)
	}
	if salvaged != "" {
		fmt.Fprintln(e.ErrOut, "impressionism:", salvaged)
	}
	if store.ReadOnly() {
		WarnReadOnly(e, e.Paths.StateDB)
	} else if err := store.TakeIn(e.Handovers(), Policy(e), e.Now(), func() bool { return true }); err != nil {
		fmt.Fprintln(e.ErrOut, "impressionism: warning:", err)
	}
	TrustProject(e, workspace, store)
	return store, nil
}

// WarnReadOnly tells who asks that an answer is of what can be read.
func WarnReadOnly(e *env.Env, path string) {
	if e.ReadOnly {
		return // it was asked for
	}
	fmt.Fprintf(e.ErrOut, "impressionism: warning: %s cannot be written: it is shown as it is, and nothing of now is in it; see: impressionism doctor\n", path)
}

// FindFresh searches the index as FreshIndex returns it, which stays open. Damage that
// only the search finds is mended by indexing anew.
func FindFresh(ctx context.Context, e *env.Env, listing catalog.Listing, wired *respond.Responder, query find.Query, model *embedding.Model) (*index.Index, index.Report, find.Found, error) {
	x, report, err := FreshIndex(ctx, e, listing, wired)
	if err != nil {
		return nil, report, find.Found{}, err
	}
	found, err := find.Find(x, listing, wired.Pools, query, model)
	if index.IsDamaged(err) {
		if err = x.Rebuild("the file was damaged"); err == nil {
			report, err = x.Refresh(ctx, listing, wired.Sources(), index.Options{Hurry: true})
		}
		if err == nil {
			found, err = find.Find(x, listing, wired.Pools, query, model)
		}
	}
	if err != nil {
		return nil, report, found, errors.Join(err, x.Close())
	}
	return x, report, found, nil
}

// FreshIndex opens the index and brings it up to a workspace's items and
// manifests, as the hook would, as far as it can be written; texts are left for `index` to embed.
// Where the context ended before, the listing may lack items, and the error is the context's.
func FreshIndex(ctx context.Context, e *env.Env, listing catalog.Listing, wired *respond.Responder) (*index.Index, index.Report, error) {
	if err := ctx.Err(); err != nil {
		return nil, index.Report{}, err
	}
	x, err := OpenIndex(e)
	if err != nil {
		return nil, index.Report{}, err
	}
	if x.ReadOnly() {
		WarnReadOnly(e, e.Paths.IndexDB)
		return x, index.Report{}, nil
	}
	report, err := x.Refresh(ctx, listing, wired.Sources(), index.Options{Hurry: true})
	if err == nil {
		err = respond.LookAround(x, listing.Workspace)
	}
	if index.IsUnwritable(err) {
		WarnReadOnly(e, e.Paths.IndexDB)
		return x, report, nil
	}
	if err != nil {
		return nil, report, errors.Join(err, x.Close())
	}
	return x, report, nil
}
