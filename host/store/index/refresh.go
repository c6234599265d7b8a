package index

import (
	"context"
	"database/sql"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// Sources are what a refresh needs from outside.
type Sources struct {
	// Load returns one item and a name of its content, or why the entry is no item.
	Load func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)
	// Embed returns the vector of a text, of length 1; nil where no model is at
	// hand. It is called from Workers goroutines.
	Embed   func(text string) ([]float32, error)
	Model   string // identity of the model behind Embed
	Workers int    // 0: one
	Pools   catalog.Pools
	Cards   Cards // the user's; nil: there are none
	Now     func() time.Time
}

// Options limit a refresh.
type Options struct {
	Force    bool                             // read and embed everything again
	Reread   []string                         // kinds of which everything is read again, and embedded where it changed: a file beside an item may count that the item's stat does not show
	Late     func() bool                      // time is up: what is left waits for the next refresh; called from Workers goroutines, too; nil: never
	Progress func(step string, done, all int) // may be nil

	Check     bool // look at every page of the file first, if it is not known to be sound
	Anew      bool // look at every page in any case
	Hurry     bool // a prompt waits: nothing is looked over or removed
	RemoveMax int  // rows of vanished files to remove at most; 0: all there are
}

// Report counts what a refresh did; see schemas/index.schema.json.
type Report struct {
	Found     int                 `json:"found"`
	Added     int                 `json:"new"`
	Changed   int                 `json:"changed"`
	Unchanged int                 `json:"unchanged"`
	Removed   int                 `json:"removed"`
	Rejected  []catalog.Rejection `json:"rejected"`
	Embedded  int                 `json:"embedded"` // texts
	Pending   int                 `json:"pending"`  // texts not embedded yet by the model in use
	Waiting   int                 `json:"waiting"`  // files left for the next refresh
	LeftOut   []catalog.LeftOut   `json:"left_out"` // workspaces with more items of their project than are looked at
	Waits     []catalog.Waiting   `json:"waits"`    // items that the client lists once a file was touched
	Rebuilt   string              `json:"rebuilt,omitempty"`
	Millis    float64             `json:"ms"`

	unfinished bool // time was up, or something failed
}

// Refresh brings the index up to a workspace's listing: a file whose size, time
// and inode are as recorded is not opened; one whose content hash is as recorded
// is not parsed; a text whose vector is known is not embedded. When time is up or
// the context is cancelled it stops between transactions and reports what is left. A
// file that turns out to be damaged is made again.
func (x *Index) Refresh(ctx context.Context, listing catalog.Listing, src Sources, opt Options) (Report, error) {
	if x.db == nil {
		return Report{}, errClosed
	}
	started := src.Now()
	if report, ok := x.again(listing, src, opt); ok {
		report.Millis = float64(src.Now().Sub(started).Microseconds()) / 1000
		return report, nil
	}
	before, _ := x.version() // damage shows below
	report, err := x.refreshOnce(ctx, listing, src, opt)
	if IsDamaged(err) {
		if err = x.Rebuild("the file was damaged"); err == nil {
			report, err = x.refreshOnce(ctx, listing, src, opt)
		}
	}
	report.unfinished = report.unfinished || err != nil
	x.remember(listing, src, opt, before, report)
	report.Millis = float64(src.Now().Sub(started).Microseconds()) / 1000
	return report, err
}

func (x *Index) refreshOnce(ctx context.Context, listing catalog.Listing, src Sources, opt Options) (Report, error) {
	run := &refresh{Index: x, ctx: ctx, src: src, opt: opt, report: Report{Rebuilt: x.rebuilt, Rejected: []catalog.Rejection{}, LeftOut: []catalog.LeftOut{}, Waits: []catalog.Waiting{}}}
	run.report.Rejected = append(run.report.Rejected, listing.Rejected...)
	run.report.LeftOut = append(run.report.LeftOut, listing.LeftOut...)
	err := run.check(listing, x.stamp())
	if err == nil {
		stamp := x.stamp()
		err = run.all(listing)
		x.carry(stamp)
	}
	run.report.unfinished = run.unfinished.Load()
	return run.report, err
}

type refresh struct {
	*Index
	ctx    context.Context
	src    Sources
	opt    Options
	report Report
	scopes scopes // of the listing
	stale  bool   // scopes changed since they were read

	unfinished atomic.Bool // Report.unfinished, which goroutines that embed set, too

	dropped    int // rows of vanished files
	triedAgain int // files that could not be read before
}

func (r *refresh) all(listing catalog.Listing) error {
	known, err := r.known(listing)
	if err != nil {
		return err
	}
	if err := r.files(listing, known); err != nil {
		return err
	}
	if err := r.rescope(listing); err != nil {
		return err
	}
	if err := r.leftOut(listing); err != nil {
		return err
	}
	if err := r.matchCards(); err != nil {
		return err
	}
	if err := r.rescope(listing); err != nil {
		return err
	}
	if r.src.Embed != nil {
		if err := r.adoptModel(); err != nil {
			return err
		}
		if err := r.embedPending(); err != nil {
			return err
		}
	}
	if err := r.countPending(); err != nil {
		return err
	}
	if r.late() {
		return r.ctx.Err()
	}
	if err := r.compileCards(); err != nil {
		return err
	}
	if err := r.calibrate(listing); err != nil || r.opt.Hurry {
		return err
	}
	return r.remove(listing, known)
}

// late reports whether time is up or the caller gave up.
func (r *refresh) late() bool {
	late := r.ctx.Err() != nil || r.opt.Late != nil && r.opt.Late()
	if late {
		r.unfinished.Store(true)
	}
	return late
}

func (r *refresh) progress(step string, done, all int) {
	if r.opt.Progress != nil {
		r.opt.Progress(step, done, all)
	}
}

// fileRow is what the index remembers of a file.
type fileRow struct {
	key        int64
	path       string
	stat       catalog.Stat
	hash       string
	rejectCode string
}

const knownQuery = `SELECT i.path, i.key, i.kind, i.id, size, mod_time, inode, content_hash, reject_code FROM ` + eachScope + `items i ON i.key` + inScope

// known returns the rows of a listing's scopes.
func (r *refresh) known(listing catalog.Listing) (map[place]fileRow, error) {
	var err error
	if r.scopes, err = readScopes(r.db, listing, r.src.Pools); err != nil {
		return nil, err
	}
	r.stale = false
	roots := make(map[int64]string, len(r.scopes))
	for at, s := range r.scopes {
		roots[s.id] = at.root
	}
	known := map[place]fileRow{}
	err = each(r.db, knownQuery, func(rows *sql.Rows) error {
		var ref abi.Ref
		var inode int64
		var f fileRow
		err := rows.Scan(&f.path, &f.key, &ref.Kind, &ref.ID, &f.stat.Size, &f.stat.ModTime, &inode, &f.hash, &f.rejectCode)
		f.stat.Inode = uint64(inode)
		known[place{roots[scopeOf(f.key)], ref, f.path}] = f
		return err
	}, r.scopes.ids())
	return known, err
}

// rescope reads the listing's scopes again, where they have changed.
func (r *refresh) rescope(listing catalog.Listing) (err error) {
	if r.stale {
		r.scopes, err = readScopes(r.db, listing, r.src.Pools)
		r.stale = err != nil
	}
	return err
}

// files brings every listed file's row up to date.
func (r *refresh) files(listing catalog.Listing, known map[place]fileRow) error {
	var todo []catalog.Entry
	r.report.Found = len(listing.Entries)
	for _, entry := range listing.Entries {
		f, ok := known[placeOf(entry)]
		if ok && !r.opt.Force && !slices.Contains(r.opt.Reread, entry.Kind) && (f.stat == entry.Stat || r.waits(f)) {
			if f.rejectCode == "" {
				r.report.Unchanged++
				continue
			}
			if err := r.stillRejected(entry, f); err != nil {
				return err
			}
			continue
		}
		todo = append(todo, entry)
	}
	return r.writeAll(todo, known)
}

func (r *refresh) stillRejected(entry catalog.Entry, f fileRow) error {
	var why string
	if err := one(r.db.QueryRow(`SELECT reject_why FROM details WHERE key = ?`, f.key), &why); err != nil && !isNone(err) {
		return err
	}
	r.report.Rejected = append(r.report.Rejected, catalog.Rejection{Path: entry.Where(), Code: f.rejectCode, Reason: why})
	return nil
}

func (r *refresh) countUnchanged(file loadedFile) {
	if file.rejection != nil {
		r.report.Rejected = append(r.report.Rejected, *file.rejection)
		return
	}
	r.report.Unchanged++
}

func (r *refresh) count(file loadedFile, wasKnown bool) {
	switch {
	case file.rejection != nil:
		r.report.Rejected = append(r.report.Rejected, *file.rejection)
	case wasKnown:
		r.report.Changed++
	default:
		r.report.Added++
	}
}

// leftOut notes how many of the project's items are not looked at.
func (r *refresh) leftOut(listing catalog.Listing) error {
	if r.opt.Hurry {
		return nil
	}
	left := 0
	for _, l := range listing.LeftOut {
		left += l.Items
	}
	_, err := r.db.Exec(`INSERT INTO workspaces (path, left_out) SELECT ?1, ?2 WHERE ?2 > 0 OR EXISTS (SELECT 1 FROM workspaces WHERE path = ?1 AND left_out > 0)
		ON CONFLICT (path) DO UPDATE SET left_out = excluded.left_out WHERE left_out <> excluded.left_out`, listing.Workspace, left)
	return err
}
