package places

import (
	"database/sql"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Files returns the files of a worktree by their paths, those that are gone included.
func (s *Store) Files(root string) (map[string]File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := map[string]File{}
	err := each(s.db, `SELECT `+fileColumns+` FROM worktrees w JOIN files f ON f.worktree = w.id
		JOIN paths p ON p.id = f.path JOIN texts t ON t.id = f.text WHERE w.root = ?`, func(rows *sql.Rows) error {
		var f File
		if err := f.scan(rows); err != nil {
			return err
		}
		files[f.Path] = f
		return nil
	}, root)
	if err != nil {
		return nil, fmt.Errorf("list files of places: %w", sqlite.Unreadable(err))
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
	f.Inode, f.Hash, f.Changed = uint64(inode), Hash(hash), time.Unix(changed, 0)
	if deleted != 0 {
		f.Deleted = time.Unix(deleted, 0)
	}
	return nil
}

// Known reports which texts are there, so that they need not be cut.
func (s *Store) Known(keys []Key) (map[Key]bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[Key]bool{}
	for _, key := range keys {
		var n int
		err := one(s.db, `SELECT count(*) FROM texts WHERE hash = ? AND language = ? AND version = ?`, []any{key.Hash[:], string(key.Language), key.Version}, &n)
		if err != nil {
			return nil, fmt.Errorf("look up texts of places: %w", sqlite.Unreadable(err))
		}
		if n > 0 {
			known[key] = true
		}
	}
	return known, nil
}
