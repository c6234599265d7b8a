package places

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Files returns the files of a worktree by their paths, those that are gone included.
func (s *Store) Files(root string) (map[string]File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := map[string]File{}
	err := s.reading(func(q querier) error {
		return each(q, `SELECT `+fileColumns+` FROM worktrees w JOIN files f ON f.worktree = w.id
		JOIN paths p ON p.id = f.path JOIN texts t ON t.id = f.text WHERE w.root = ?`, func(rows *sql.Rows) error {
			var f File
			if err := f.scan(rows); err != nil {
				return err
			}
			files[f.Path] = f
			return nil
		}, root)
	})
	if err != nil {
		return nil, fmt.Errorf("list files of places: %w", err)
	}
	return files, nil
}

// fileColumns are what scan reads of files f, paths p and texts t.
const fileColumns = `p.path, f.size, f.mod_time, f.inode, t.hash, t.language, t.version, f.changed_at, f.deleted_at`

// scan reads a row of these columns and of fileColumns.
func (f *File) scan(rows *sql.Rows, before ...any) error {
	var hash sql.RawBytes
	var inode, changed, deleted int64
	err := rows.Scan(append(before, &f.Path, &f.Size, &f.ModTime, &inode, &hash, &f.Language, &f.Version, &changed, &deleted)...)
	if err != nil {
		return err
	}
	if len(hash) != len(f.Hash) {
		return errBlob
	}
	f.Hash = Hash(hash)
	f.setTimes(inode, changed, deleted)
	return nil
}

// setTimes sets what is stored in another form.
func (f *File) setTimes(inode, changed, deleted int64) {
	f.Inode, f.Changed = uint64(inode), time.Unix(changed, 0)
	if deleted != 0 {
		f.Deleted = time.Unix(deleted, 0)
	}
}

// Known returns of the texts that are there, and need not be cut, how many places they have.
func (s *Store) Known(keys []Key) (map[Key]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[Key]int{}
	err := s.reading(func(q querier) error {
		for _, key := range keys {
			var r reader
			err := one(q, `SELECT substr(places, 1, 10) FROM texts WHERE hash = ? AND language = ? AND version = ?`, key.columns(), &r.blob) // it begins with their number
			if errors.Is(err, errNone) {
				continue
			}
			if err != nil {
				return err
			}
			if known[key] = r.upTo(placesPerTextMax); r.bad {
				return errBlob
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up texts of places: %w", err)
	}
	return known, nil
}

// Origin returns what a content imports, as written, and git's name for it; none where it is
// not there.
func (s *Store) Origin(key Key) (imports []string, gitBlob string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		var all string
		err := one(q, `SELECT imports, git_blob FROM texts WHERE hash = ? AND language = ? AND version = ?`, key.columns(), &all, &gitBlob)
		if all != "" {
			imports = strings.Split(all, "\n")
		}
		return err
	})
	if err != nil && !errors.Is(err, errNone) {
		return nil, "", fmt.Errorf("look up a text of places: %w", err)
	}
	return imports, gitBlob, nil
}

// columns are the key's in the table of texts.
func (k Key) columns() []any { return []any{k.Hash[:], string(k.Language), k.Version} }
