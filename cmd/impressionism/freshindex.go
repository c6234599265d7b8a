package main

import (
	"context"
	"errors"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/find"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/index"
)

// findFresh searches the index as freshIndex gives it, which stays open. Damage that
// only the search finds is mended by indexing anew.
func (a *app) findFresh(listing catalog.Listing, wired *respond.Responder, query string, limit int, model *embedding.Model) (*index.Index, index.Report, find.Found, error) {
	x, report, err := a.freshIndex(listing, wired)
	if err != nil {
		return nil, report, find.Found{}, err
	}
	found, err := find.Find(x, listing, wired.Pools, query, limit, model)
	if index.IsDamaged(err) {
		if err = x.Rebuild("the file was damaged"); err == nil {
			report, err = x.Refresh(context.Background(), listing, wired.Sources(), index.Options{Hurry: true})
		}
		if err == nil {
			found, err = find.Find(x, listing, wired.Pools, query, limit, model)
		}
	}
	if err != nil {
		return nil, report, found, errors.Join(err, x.Close())
	}
	return x, report, found, nil
}

// freshIndex opens the index and brings it up to a workspace's items and
// manifests, as the hook would, as far as it can be written; texts are left for `index` to embed.
func (a *app) freshIndex(listing catalog.Listing, wired *respond.Responder) (*index.Index, index.Report, error) {
	x, err := a.openIndex()
	if err != nil {
		return nil, index.Report{}, err
	}
	if x.ReadOnly() {
		a.warnReadOnly(a.paths.IndexDB)
		return x, index.Report{}, nil
	}
	report, err := x.Refresh(context.Background(), listing, wired.Sources(), index.Options{Hurry: true})
	if err == nil {
		err = respond.LookAround(x, listing.Workspace)
	}
	if index.IsUnwritable(err) {
		a.warnReadOnly(a.paths.IndexDB)
		return x, report, nil
	}
	if err != nil {
		return nil, report, errors.Join(err, x.Close())
	}
	return x, report, nil
}
