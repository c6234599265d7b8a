package places

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Roots returns the worktrees of the database.
func (s *Store) Roots() (roots []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil, errClosed
	}
	err = each(s.db, `SELECT root FROM worktrees ORDER BY root`, func(rows *sql.Rows) error {
		var root string
		err := rows.Scan(&root)
		roots = append(roots, root)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list worktrees of places: %w", err)
	}
	return roots, nil
}

// LookedAt returns when the last look at a worktree began that Looked noted, by whole seconds; the
// zero time where there was none.
func (s *Store) LookedAt(root string) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var at int64
	err := one(s.db, `SELECT looked_at FROM worktrees WHERE root = ?`, []any{root}, &at)
	if errors.Is(err, errNone) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("look up a worktree of places: %w", err)
	}
	return lookedAt(at), nil
}

func lookedAt(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.Unix(at, 0)
}

// clockSlack is by how many seconds a noted look may have begun after one that is noted now: looks
// overlap. More, and the clock was ahead.
const clockSlack = 60

// Looked notes when a look began that saw all files of a worktree, for who would make it again.
func (s *Store) Looked(root string, at time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.readOnly {
		return nil
	}
	err := s.writeKept(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE worktrees SET looked_at = CASE WHEN looked_at > ?1 + ?2 THEN ?1 ELSE max(looked_at, ?1) END WHERE root = ?3`, at.Unix(), clockSlack, root)
		return err
	})
	if err != nil {
		return fmt.Errorf("note a look at places: %w", err)
	}
	return nil
}
