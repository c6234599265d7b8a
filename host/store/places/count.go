package places

import (
	"database/sql"
	"encoding/binary"
	"fmt"
)

// PlacesOf returns how many places the files of a worktree have.
func (s *Store) PlacesOf(root string) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v, err := s.view(q, root)
		if err == nil {
			n = v.own()
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("count places: %w", err)
	}
	return n, nil
}

// FilesOf returns how many files of a worktree are there, and a number that is another whenever
// they, or what is known of them, may have changed.
func (s *Store) FilesOf(root string) (n int, generation int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v, err := s.view(q, root)
		if err == nil {
			n, generation = len(v.files), v.generation
		}
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count files of places: %w", err)
	}
	return n, generation, nil
}

// Hidden returns the paths of a worktree's files that are hidden, by name; and how many of the
// others have no language: they were read, and left out.
func (s *Store) Hidden(root string) (paths []string, leftOut int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		err := each(q, `SELECT p.path FROM worktrees w JOIN files f ON f.worktree = w.id JOIN paths p ON p.id = f.path
			WHERE w.root = ? AND f.deleted_at != 0 ORDER BY p.path`, func(rows *sql.Rows) error {
			var path string
			err := rows.Scan(&path)
			paths = append(paths, path)
			return err
		}, root)
		if err != nil {
			return err
		}
		return one(q, `SELECT count(*) FROM texts t JOIN files f ON f.text = t.id JOIN worktrees w ON w.id = f.worktree
			WHERE t.language = '' AND f.deleted_at = 0 AND w.root = ?`, []any{root}, &leftOut)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list hidden files of places: %w", err)
	}
	return paths, leftOut, nil
}

// Embedded returns how many places of a worktree have a vector of a model.
func (s *Store) Embedded(root, model string) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		have, err := sumsOf(q, model)
		if err != nil || len(have) == 0 {
			return err
		}
		v, err := s.view(q, root)
		if err != nil {
			return err
		}
		sums, err := column(q, v, sumsQuery, 8)
		if err != nil {
			return err
		}
		for _, text := range v.fileText {
			first := int(v.textFirst[text])
			for i := range v.texts[text].places {
				if have[Sum(binary.LittleEndian.Uint64(sums[8*(first+i):]))] {
					n++
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count vectors of places: %w", err)
	}
	return n, nil
}
