package index

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// last is what an index that stays open found for a listing: as long as neither the listing
// nor the file changes, it would find the same again.
type last struct {
	listing catalog.Listing
	pools   string // Pools.Key
	version int64  // of the file, see versionQuery
	report  Report
	view    *View // closed; nil: none was opened
}

// versionQuery's number changes when another connection has changed the file. Inside a
// snapshot it is that of the snapshot. This connection's own changes forget what was found.
const versionQuery = `PRAGMA data_version`

func (x *Index) version() (version int64, err error) {
	err = one(x.db.QueryRow(versionQuery), &version)
	return version, err
}

// isLast reports whether a listing, the pools and a version of the file are those of what
// was found.
func (x *Index) isLast(listing catalog.Listing, pools catalog.Pools, version int64) bool {
	l := x.last
	return l != nil && l.version == version && l.pools == pools.Key() && l.listing.Workspace == listing.Workspace && l.listing.Home == listing.Home &&
		slices.Equal(l.listing.Entries, listing.Entries) && slices.Equal(l.listing.Rejected, listing.Rejected) &&
		slices.Equal(l.listing.LeftOut, listing.LeftOut) && slices.Equal(l.listing.Touched, listing.Touched)
}

// again returns the report of the last refresh, where a refresh for a prompt would find the
// same.
func (x *Index) again(listing catalog.Listing, src Sources, opt Options) (Report, bool) {
	if x.last == nil || !opt.Hurry || opt.Force || src.Embed != nil {
		return Report{}, false
	}
	version, err := x.version()
	if err != nil || !x.isLast(listing, src.Pools, version) {
		return Report{}, false
	}
	return x.last.report, true
}

// remember keeps what a refresh for a prompt found, if it was done in time and nobody else
// has changed the file since the version before it.
func (x *Index) remember(listing catalog.Listing, src Sources, opt Options, before int64, report Report) {
	x.last = nil
	if x.statements == 0 || !opt.Hurry || report.unfinished || report.Waiting > 0 || report.Rebuilt != "" {
		return
	}
	if version, err := x.version(); err == nil && version == before {
		report.Added, report.Changed, report.Removed, report.Unchanged = 0, 0, 0, report.Unchanged+report.Added+report.Changed
		x.last = &last{listing: listing, pools: src.Pools.Key(), version: version, report: report}
	}
}

// viewAgain returns the last view on another snapshot, where that would show the same.
func (x *Index) viewAgain(v *View, listing catalog.Listing, pools catalog.Pools) (*View, bool) {
	if x.last == nil || x.last.view == nil {
		return nil, false
	}
	var version int64
	if err := one(v.tx.QueryRow(versionQuery), &version); err != nil || !x.isLast(listing, pools, version) {
		return nil, false
	}
	again := *x.last.view
	again.tx = v.tx
	again.parts = slices.Clone(again.parts)
	for i, part := range again.parts {
		if part == x.last.view {
			again.parts[i] = &again
			continue
		}
		copied := *part
		copied.tx, copied.parts = v.tx, []*View{&copied}
		again.parts[i] = &copied
	}
	return &again, true
}

// rememberView keeps a view that shows what the last refresh found.
func (x *Index) rememberView(v *View, listing catalog.Listing, pools catalog.Pools) {
	if x.last == nil {
		return
	}
	var version int64
	if err := one(v.tx.QueryRow(versionQuery), &version); err == nil && x.isLast(listing, pools, version) {
		x.last.view, v.read = v, &readItems{items: map[int64]abi.Item{}, vectors: map[int64]bool{}}
	}
}

// readItems are what views on the same data have read of items, one view at a time.
type readItems struct {
	items   map[int64]abi.Item
	vectors map[int64]bool
}

func (r *readItems) item(key int64, read func(int64) (abi.Item, error)) (abi.Item, error) {
	if r == nil {
		return read(key)
	}
	if item, ok := r.items[key]; ok {
		return item, nil
	}
	item, err := read(key)
	if err == nil {
		r.items[key] = item
	}
	return item, err
}

func (r *readItems) hasVector(key int64, read func(int64) (bool, error)) (bool, error) {
	if r == nil {
		return read(key)
	}
	if has, ok := r.vectors[key]; ok {
		return has, nil
	}
	has, err := read(key)
	if err == nil {
		r.vectors[key] = has
	}
	return has, err
}
