package index

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// filesPerWrite bounds a transaction: an interruption loses at most this many
// files' work, and readers wait for no writer.
const filesPerWrite = 32

// Sources are what a refresh needs from outside.
type Sources struct {
	// Load reads and parses one file: the item, its SHA-256, or why it is none.
	Load func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)
	// Embed gives the vector of a text, of length 1; nil where no model is at
	// hand. It is called from Workers goroutines.
	Embed   func(text string) ([]float32, error)
	Model   string // identity of the model behind Embed
	Workers int    // 0: one
	Recipe  *rank.Recipe
	Now     func() time.Time
}

// Options say how much a refresh may do.
type Options struct {
	Force    bool                             // read and embed everything again
	Deadline time.Time                        // zero: none; what does not fit waits for the next refresh
	Progress func(step string, done, all int) // may be nil
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
	Pending   int                 `json:"pending"`  // texts not embedded yet
	Waiting   int                 `json:"waiting"`  // files left for the next refresh
	Waits     []catalog.Waiting   `json:"waits"`    // items that the client lists once a file was touched
	Rebuilt   string              `json:"rebuilt,omitempty"`
	Millis    float64             `json:"ms"`
}

// Refresh brings the index up to a workspace's listing: a file whose size, time
// and inode are as recorded is not opened; one whose content hash is as recorded
// is not parsed; a text whose vector is known is not embedded. On a deadline or
// a cancelled context it stops between transactions and says what is left. A
// file that turns out to be damaged is made again.
func (x *Index) Refresh(ctx context.Context, listing catalog.Listing, src Sources, opt Options) (Report, error) {
	started := src.Now()
	report, err := x.refreshOnce(ctx, listing, src, opt)
	if IsDamaged(err) {
		if err = x.Rebuild("the file was damaged"); err == nil {
			report, err = x.refreshOnce(ctx, listing, src, opt)
		}
	}
	report.Millis = float64(src.Now().Sub(started).Microseconds()) / 1000
	return report, err
}

func (x *Index) refreshOnce(ctx context.Context, listing catalog.Listing, src Sources, opt Options) (Report, error) {
	run := &refresh{Index: x, ctx: ctx, src: src, opt: opt, report: Report{Rebuilt: x.rebuilt, Rejected: []catalog.Rejection{}, Waits: []catalog.Waiting{}}}
	run.report.Rejected = append(run.report.Rejected, listing.Rejected...)
	err := run.all(listing)
	return run.report, err
}

type refresh struct {
	*Index
	ctx    context.Context
	src    Sources
	opt    Options
	report Report
}

func (r *refresh) all(listing catalog.Listing) error {
	known, err := r.known()
	if err != nil {
		return err
	}
	if err := r.files(listing, known); err != nil {
		return err
	}
	if err := r.removed(listing, known); err != nil {
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
	return r.calibrate(listing)
}

// late reports whether the deadline has passed or the caller gave up.
func (r *refresh) late() bool {
	return r.ctx.Err() != nil || (!r.opt.Deadline.IsZero() && !r.src.Now().Before(r.opt.Deadline))
}

func (r *refresh) progress(step string, done, all int) {
	if r.opt.Progress != nil {
		r.opt.Progress(step, done, all)
	}
}

// fileRow is what the index remembers of a file.
type fileRow struct {
	key        int64
	kind, id   string
	stat       catalog.Stat
	hash       string
	rejectCode string
}

func (r *refresh) known() (map[string]fileRow, error) {
	rows, err := r.db.Query(`SELECT path, key, kind, id, size, mod_time, inode, content_hash, reject_code FROM items`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	known := map[string]fileRow{}
	for rows.Next() {
		var path string
		var f fileRow
		if err := rows.Scan(&path, &f.key, &f.kind, &f.id, &f.stat.Size, &f.stat.ModTime, &f.stat.Inode, &f.hash, &f.rejectCode); err != nil {
			return nil, err
		}
		known[path] = f
	}
	return known, rows.Err()
}

// files brings every listed file's row up to date.
func (r *refresh) files(listing catalog.Listing, known map[string]fileRow) error {
	var todo []catalog.Entry
	r.report.Found = len(listing.Entries)
	for _, entry := range listing.Entries {
		f, ok := known[entry.Path]
		if ok && !r.opt.Force && f.stat == entry.Stat && f.id == entry.ID && f.kind == entry.Kind {
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
	for done := 0; done < len(todo); {
		if r.late() {
			r.report.Waiting = len(todo) - done
			return r.ctx.Err()
		}
		batch := todo[done:min(done+filesPerWrite, len(todo))]
		if err := r.writeFiles(batch, known); err != nil {
			return err
		}
		done += len(batch)
		r.progress("read", done, len(todo))
	}
	return nil
}

func (r *refresh) stillRejected(entry catalog.Entry, f fileRow) error {
	var why string
	if err := r.db.QueryRow(`SELECT reject_why FROM details WHERE key = ?`, f.key).Scan(&why); err != nil {
		return err
	}
	r.report.Rejected = append(r.report.Rejected, catalog.Rejection{Path: entry.Path, Code: f.rejectCode, Reason: why})
	return nil
}

// writeFiles reads a batch outside the transaction and stores it inside one.
func (r *refresh) writeFiles(batch []catalog.Entry, known map[string]fileRow) error {
	loaded := make([]loadedFile, 0, len(batch))
	for _, entry := range batch {
		item, hash, rejection, err := r.src.Load(entry)
		if errors.Is(err, os.ErrNotExist) {
			continue // it vanished since it was listed
		}
		if err != nil {
			rejection = &catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()}
		}
		loaded = append(loaded, loadedFile{entry: entry, item: item, hash: hash, rejection: rejection})
	}
	return r.write(func(tx *sql.Tx) error {
		w := &writer{tx: tx, now: r.src.Now().UnixMilli()}
		for _, file := range loaded {
			f, ok := known[file.entry.Path]
			if ok && !r.opt.Force && f.hash == file.hash && f.id == file.entry.ID && f.kind == file.entry.Kind && file.hash != "" {
				r.countUnchanged(file)
				if err := w.touch(f.key, file.entry.Stat); err != nil {
					return err
				}
				continue
			}
			if err := w.put(file); err != nil {
				return err
			}
			r.count(file, ok)
		}
		return w.bump()
	})
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

// removed drops the rows of files that are gone. A file that is only out of
// this workspace's sight keeps its row: another workspace may see it.
func (r *refresh) removed(listing catalog.Listing, known map[string]fileRow) error {
	listed := make(map[string]bool, len(listing.Entries))
	for _, entry := range listing.Entries {
		listed[entry.Path] = true
	}
	var gone []fileRow
	for path, f := range known {
		if listed[path] {
			continue
		}
		if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
			gone = append(gone, f)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	for _, f := range gone {
		if f.rejectCode == "" {
			r.report.Removed++
		}
	}
	return r.write(func(tx *sql.Tx) error {
		w := &writer{tx: tx}
		for _, f := range gone {
			if err := w.drop(f.key); err != nil {
				return err
			}
		}
		return w.bump()
	})
}
