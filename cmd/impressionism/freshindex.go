package main

import (
	"context"
	"errors"

	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/index"
)

// freshIndex opens the index and brings it up to a workspace's items and
// manifests, as the hook would; texts are left for `index` to embed.
func (a *app) freshIndex(listing catalog.Listing, wired *host.Host) (*index.Index, index.Report, error) {
	x, err := index.Open(a.paths.IndexDB)
	if err != nil {
		return nil, index.Report{}, err
	}
	report, err := x.Refresh(context.Background(), listing, wired.Sources(), index.Options{Hurry: true})
	if err == nil {
		err = host.LookAround(x, listing.Workspace)
	}
	if err != nil {
		return nil, report, errors.Join(err, x.Close())
	}
	return x, report, nil
}
