package places

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/cut"
)

// Limits of one transaction: others wait for it, and a killed process loses it.
const (
	filesPerWrite  = 100
	placesPerWrite = 8_000 // unless one text has more
)

// Changes are what a look at a worktree found. A rename is a path that is gone and another with
// a known key.
type Changes struct {
	At     time.Time // of the reading; that of the look is for Looked
	Upsert []FileText
	Delete []string // paths that are gone: hidden at once, kept until they are compacted
}

// Applied is what Apply did.
type Applied struct {
	Texts   int      // that were not there before
	Missing []string // paths whose Content was nil though no text has their key: give it
}

// Apply stores the changes of a worktree, in transactions of at most 100 files, and merges
// segments where they have become many. Between two transactions others of this process and of
// others have their turn. No changes write nothing.
func (s *Store) Apply(root string, c Changes) (done Applied, err error) {
	for _, f := range c.Upsert { // inside of a transaction a caller's mistake would pass for damage
		if err := f.Content.check(f.Key); err != nil {
			return done, fmt.Errorf("store places: %s: %w", f.Path, err)
		}
	}
	for len(c.Upsert) > 0 || len(c.Delete) > 0 {
		upsert := c.Upsert[:batchOf(c.Upsert)]
		gone := c.Delete[:min(len(c.Delete), filesPerWrite-len(upsert))]
		if err := s.applyBatch(root, c.At, upsert, gone, &done); err != nil {
			return done, fmt.Errorf("store places: %w", err)
		}
		c.Upsert, c.Delete = c.Upsert[len(upsert):], c.Delete[len(gone):]
		if err := s.mergeSome(); err != nil {
			return done, fmt.Errorf("merge segments: %w", err)
		}
	}
	return done, nil
}

// batchOf returns how many of the first files fit into one transaction.
func batchOf(files []FileText) int {
	places := 0
	for i, f := range files {
		if f.Content != nil {
			places += len(f.Content.Places)
		}
		if i == filesPerWrite || i > 0 && places > placesPerWrite {
			return i
		}
	}
	return len(files)
}

func (s *Store) applyBatch(root string, at time.Time, upsert []FileText, gone []string, done *Applied) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := *done
	err := s.write(func(tx *sql.Tx) error {
		w, err := openWorktree(tx, root, true)
		if err != nil {
			return err
		}
		a := applying{worktree: w, paths: paths{tx: tx}, at: at.Unix(), done: done}
		for _, f := range upsert {
			if err := a.upsert(f); err != nil {
				return err
			}
		}
		for _, path := range gone {
			if err := a.gone(path); err != nil {
				return err
			}
		}
		if err := a.paths.save(); err != nil {
			return err
		}
		if err := a.builder.store(tx); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO meta (key, value) VALUES ('compacted', ?) ON CONFLICT (key) DO NOTHING`, at.Unix()); err != nil {
			return err
		}
		return w.save()
	})
	if err != nil {
		*done = before
	}
	return err
}

// applying is one transaction of Apply.
type applying struct {
	*worktree
	paths   paths
	builder builder
	at      int64
	done    *Applied
}

func (a *applying) upsert(f FileText) error {
	text, err := a.text(f)
	if err != nil || text == 0 {
		return err
	}
	path, err := a.paths.id(f.Path)
	if err != nil {
		return err
	}
	_, err = a.tx.Exec(`INSERT INTO files (worktree, path, text, size, mod_time, inode, changed_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
		ON CONFLICT (worktree, path) DO UPDATE SET size = excluded.size, mod_time = excluded.mod_time, inode = excluded.inode, deleted_at = 0,
			changed_at = CASE WHEN text = excluded.text THEN changed_at ELSE excluded.changed_at END, text = excluded.text`,
		a.id, path, text, f.Size, f.ModTime, int64(f.Inode), a.at)
	a.set(path, text)
	return err
}

// text returns the id of a file's text, which it stores where it is not there; 0: it is not
// there, and its content was not given.
func (a *applying) text(f FileText) (id int64, err error) {
	err = one(a.tx, `SELECT id FROM texts WHERE hash = ? AND language = ? AND version = ?`, f.columns(), &id)
	if !errors.Is(err, errNone) {
		return id, err
	}
	c := f.Content
	if c == nil {
		a.done.Missing = append(a.done.Missing, f.Path)
		return 0, nil
	}
	err = one(a.tx, `INSERT INTO texts (hash, language, version, git_blob, imports, windows, places) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		[]any{f.Hash[:], string(f.Key.Language), f.Version, c.GitBlob, encodeImports(c.Imports), c.Windows, encodeDetails(c.Places, c.Sums)}, &id)
	if err != nil {
		return 0, err
	}
	if id > textsMax {
		return 0, errBlob
	}
	a.builder.add(id, f.Key.Language, c)
	a.done.Texts++
	return id, nil
}

// check reports a content that no cut makes.
func (c *Content) check(key Key) error {
	if c == nil {
		return nil
	}
	switch n := len(c.Places); {
	case len(c.Terms) != n || len(c.Sums) != n:
		return fmt.Errorf("%d places have %d terms and %d sums", n, len(c.Terms), len(c.Sums))
	case n > placesPerTextMax:
		return fmt.Errorf("%d places are more than %d", n, placesPerTextMax)
	case len(key.Language) > languageBytesMax:
		return fmt.Errorf("a language's name has %d bytes", len(key.Language))
	}
	return nil
}

func encodeImports(imports []string) string {
	lines := make([]string, 0, min(len(imports), code.ImportsMax))
	for _, i := range imports[:min(len(imports), code.ImportsMax)] {
		lines = append(lines, strings.ReplaceAll(cut.Bytes(i, importBytesMax), "\n", " "))
	}
	return strings.Join(lines, "\n")
}

// gone hides a file.
func (a *applying) gone(path string) error {
	var id int64
	err := one(a.tx, `UPDATE files SET deleted_at = max(?, 1) WHERE worktree = ? AND path = (SELECT id FROM paths WHERE path = ?) AND deleted_at = 0 RETURNING path`,
		[]any{a.at, a.worktree.id, path}, &id)
	if errors.Is(err, errNone) {
		return nil
	}
	a.set(id, 0)
	return err
}
