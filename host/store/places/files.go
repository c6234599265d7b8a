package places

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/code"
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

// Known reports which texts are there, so that they need not be cut.
func (s *Store) Known(keys []Key) (map[Key]bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := map[Key]bool{}
	err := s.reading(func(q querier) error {
		for _, key := range keys {
			var n int
			if err := one(q, `SELECT count(*) FROM texts WHERE hash = ? AND language = ? AND version = ?`, key.columns(), &n); err != nil {
				return err
			}
			if n > 0 {
				known[key] = true
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look up texts of places: %w", err)
	}
	return known, nil
}

// Text returns what a content was cut into, and git's name for it; ok: it is there.
func (s *Store) Text(key Key) (text code.Text, gitBlob string, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		var imports string
		var blob []byte
		err := one(q, `SELECT imports, windows, places, git_blob FROM texts WHERE hash = ? AND language = ? AND version = ?`, key.columns(), &imports, &text.Windows, &blob, &gitBlob)
		if errors.Is(err, errNone) {
			return nil
		}
		if err != nil {
			return err
		}
		details, err := decodeDetails(blob, nil)
		for _, d := range details {
			text.Places = append(text.Places, d.Place)
		}
		if imports != "" {
			text.Imports = strings.Split(imports, "\n")
		}
		text.Language, ok = key.Language, err == nil
		return err
	})
	if err != nil {
		return code.Text{}, "", false, fmt.Errorf("read a text of places: %w", err)
	}
	return text, gitBlob, ok, nil
}

// columns are the key's in the table of texts.
func (k Key) columns() []any { return []any{k.Hash[:], string(k.Language), k.Version} }
