package index

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// Limits of a transaction that stores files: an interruption loses at most its work, and
// other writers wait for it. Many small ones cost more, as the full text of each is a
// segment of its own.
const (
	filesPerWrite = 256
	timePerWrite  = 100 * time.Millisecond
)

// filesAhead bounds how many files are read before they are stored: their texts are in
// memory.
const filesAhead = 64

// loadedFile is a file as read, before it is stored.
type loadedFile struct {
	entry     catalog.Entry
	item      catalog.Item
	hash      string
	rejection *catalog.Rejection
	weighted  rank.Weighted // of an item that is not rejected
	passages  []string      // and its head and chunks
	vanished  bool          // since it was listed
	unread    bool          // it, or what lies beside it, could not be read now; the entry's stat is unread then
}

// unread is what is stored as the stat of a file that could not be read, or that a file lies
// beside which could not. No file has such a stat: a later refresh reads the file again although
// nothing about it has changed.
var unread = catalog.Stat{Size: -1}

// triedAgainMax is how many of such files a prompt reads again: a project, which may be a
// stranger's, may be full of them. A session's start reads all of them.
const triedAgainMax = 16

// waits reports whether a file that could not be read is left for the start of a session.
func (r *refresh) waits(f fileRow) bool {
	if !r.opt.Hurry || f.stat != unread {
		return false
	}
	r.triedAgain++
	return r.triedAgain > triedAgainMax
}

// writeAll stores files while others are read.
func (r *refresh) writeAll(todo []catalog.Entry, known map[place]fileRow) error {
	if len(todo) == 0 {
		return nil
	}
	restore, err := r.hasten(len(todo))
	if err != nil {
		return err
	}
	defer restore()
	loading := startAhead(todo, r.src.Workers, filesAhead, r.load)
	defer loading.stop()
	for done := 0; done < len(todo); {
		if r.late() {
			r.report.Waiting = len(todo) - done
			return r.ctx.Err()
		}
		stored, err := r.writeFiles(loading, known)
		if err != nil {
			return err
		}
		done += stored
		r.progress("read", done, len(todo))
	}
	return nil
}

// filesHastened is from how many files on the database is prepared to take many.
const filesHastened = 32

// hasten has the database keep in memory what many files change, so that it is written
// once, and has it not wait for the disk after each transaction: a loss of power may take
// the last ones, which the next refresh makes again. It returns what ends both.
func (r *refresh) hasten(files int) (restore func(), err error) {
	if files < filesHastened {
		return func() {}, nil
	}
	var pages, synchronous int
	if err := one(r.db.QueryRow(`PRAGMA cache_size`), &pages); err != nil {
		return nil, err
	}
	if err := one(r.db.QueryRow(`PRAGMA synchronous`), &synchronous); err != nil {
		return nil, err
	}
	set := func(pages, synchronous int) error {
		_, err := r.db.Exec(fmt.Sprintf(`PRAGMA cache_size = %d; PRAGMA synchronous = %d`, pages, synchronous))
		return err
	}
	if err := set(-cacheHastened, min(synchronous, 1)); err != nil {
		return nil, err
	}
	return func() { _ = set(pages, synchronous) }, nil // where it fails, all else does
}

// cacheHastened is how much the database keeps in memory then, in KiB.
const cacheHastened = 16 << 10

// load reads a file and makes of it what needs no database.
func (r *refresh) load(entry catalog.Entry) loadedFile {
	item, hash, rejection, err := r.src.Load(entry)
	if errors.Is(err, os.ErrNotExist) {
		return loadedFile{vanished: true}
	}
	if err != nil {
		rejection = &catalog.Rejection{Path: entry.Where(), Code: "unreadable", Reason: err.Error()}
	}
	file := loadedFile{entry: entry, item: item, hash: hash, rejection: rejection, unread: err != nil || item.Unread}
	if file.unread {
		file.entry.Stat = unread
	}
	if rejection == nil {
		file.weighted = rank.Weigh(document(item))
		head, chunks := rank.Passages(item.Name, item.Description, item.Body)
		file.passages = append([]string{head}, chunks...)
	}
	return file
}

// writeFiles waits for the next file outside of a transaction and stores it inside one,
// with those that are read by then. It returns how many were taken.
func (r *refresh) writeFiles(loading *ahead[loadedFile], known map[place]fileRow) (taken int, err error) {
	file, ok := loading.take()
	if r.left(file, known) {
		return 1, nil
	}
	r.stale = true
	began := r.src.Now()
	err = r.write(func(tx *sql.Tx) error {
		w := &writer{tx: tx, now: began.UnixMilli(), cards: r.src.Cards, scopes: map[origin]scope{}}
		changed := map[int64]bool{}
		for ; ok; file, ok = loading.takeReady() {
			taken++
			if err := r.writeFile(w, file, known, changed); err != nil {
				return err
			}
			if taken == filesPerWrite || r.src.Now().Sub(began) >= timePerWrite || r.late() {
				break
			}
		}
		if err := w.insertPostings(); err != nil {
			return err
		}
		return w.bump(slices.Sorted(maps.Keys(changed))...)
	})
	return taken, err
}

// left reports whether of a file that could not be read there is nothing to store: what was
// read of it before stays, and that something beside it is missing is known.
func (r *refresh) left(file loadedFile, known map[place]fileRow) bool {
	if !file.unread {
		return false
	}
	r.unfinished.Store(true)
	f, ok := known[placeOf(file.entry)]
	if !ok || file.rejection == nil && (r.opt.Force || f.stat != unread || f.hash != file.hash) {
		return false
	}
	r.countUnchanged(file)
	return true
}

// writeFile stores a file and notes the scope that it changes.
func (r *refresh) writeFile(w *writer, file loadedFile, known map[place]fileRow, changed map[int64]bool) error {
	if file.vanished || r.left(file, known) {
		return nil
	}
	f, ok := known[placeOf(file.entry)]
	if ok && !r.opt.Force && f.hash == file.hash && file.hash != "" {
		r.countUnchanged(file)
		return w.touch(f.key, file.entry.Stat)
	}
	s, err := w.scope(origin{file.entry.Root, r.src.Pools.Of(file.entry.Kind)})
	if err != nil {
		return err
	}
	if err := w.put(file, s); err != nil {
		return err
	}
	changed[s.id] = true
	r.count(file, ok)
	return nil
}
