package main

import (
	"context"
	"errors"

	"github.com/ed-irl/impressionism/host"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/index"
)

// freshIndex opens the index and brings it up to a workspace's items and
// manifests, as the hook would, as far as it can be written; texts are left for `index` to embed.
func (a *app) freshIndex(listing catalog.Listing, wired *host.Host) (*index.Index, index.Report, error) {
	x, err := a.openIndex()
	if err != nil {
		return nil, index.Report{}, err
	}
	if x.ReadOnly() {
		a.warnReadOnly(a.paths.IndexDB)
		return x, index.Report{}, nil
	}
	report, err := x.Refresh(context.Background(), listing, wired.Sources(), index.Options{})
	if err == nil {
		err = host.LookAround(x, listing.Workspace)
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
