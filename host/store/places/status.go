package places

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// Status is what is in the database.
type Status struct {
	Worktrees  []WorktreeStatus // by root
	Texts      int
	Places     int // of the texts that a worktree has
	DeadPlaces int // of the others, until the next compaction
	Deleted    int // files that are hidden, of all worktrees
	Segments   int
	Vectors    map[string]int // by model
	Windows    int            // texts that were not cut by their definitions
	Bytes      int64          // of the file and its log
	Compacted  time.Time      // when it last was, else when it was begun
}

// WorktreeStatus is what is known of a worktree.
type WorktreeStatus struct {
	Root                   string
	Files, Places, Deleted int
	Looked                 time.Time // see LookedAt
}

// DeadShare is the share of places that no worktree has.
func (s Status) DeadShare() float64 {
	if s.DeadPlaces == 0 {
		return 0
	}
	return float64(s.DeadPlaces) / float64(s.Places+s.DeadPlaces)
}

// Status counts what is in the database.
func (s *Store) Status() (status Status, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v := &snapshot{} // of no worktree: only what is common
		if err := v.read(q); err != nil {
			return err
		}
		status = Status{Places: v.places, DeadPlaces: len(v.lengths) - v.places, Segments: len(v.segments), Texts: len(v.texts), Vectors: map[string]int{}}
		if err := one(q, `SELECT count(*) FROM texts WHERE windows != ''`, nil, &status.Windows); err != nil {
			return err
		}
		if err := status.countWorktrees(q, v); err != nil {
			return err
		}
		return status.countVectors(q)
	})
	if err != nil {
		return Status{}, fmt.Errorf("look at places: %w", err)
	}
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			status.Bytes += info.Size()
		}
	}
	return status, nil
}

func (s *Status) countWorktrees(q querier, v *snapshot) error {
	places := map[int64]int{}
	for _, t := range v.texts {
		places[t.id] = t.places
	}
	err := each(q, `SELECT w.root, w.looked_at, w.live, (SELECT count(*) FROM files f WHERE f.worktree = w.id AND f.deleted_at != 0) FROM worktrees w ORDER BY w.root`, func(rows *sql.Rows) error {
		var w WorktreeStatus
		var looked int64
		var blob sql.RawBytes
		if err := rows.Scan(&w.Root, &looked, &blob, &w.Deleted); err != nil {
			return err
		}
		files, err := decodeLive(blob)
		if err != nil {
			return err
		}
		for _, f := range files {
			w.Places += places[f.text]
		}
		w.Files, w.Looked = len(files), lookedAt(looked)
		s.Deleted += w.Deleted
		s.Worktrees = append(s.Worktrees, w)
		return nil
	})
	if err != nil {
		return err
	}
	var compacted int64
	if err := one(q, `SELECT value FROM meta WHERE key = 'compacted'`, nil, &compacted); err != nil && !errors.Is(err, errNone) {
		return err
	}
	s.Compacted = time.Unix(compacted, 0)
	return nil
}

func (s *Status) countVectors(q querier) error {
	return each(q, `SELECT model, length(sums) FROM vectors`, func(rows *sql.Rows) error {
		var model string
		var bytes int
		err := rows.Scan(&model, &bytes)
		s.Vectors[model] += (bytes - sealBytes) / 8
		return err
	})
}
