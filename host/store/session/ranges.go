package session

import "fmt"

// rangeRows are the rows of a table that one query weighs where all are asked for. No page of
// the database can be written back while a query reads: each ends after some milliseconds.
const rangeRows = 1000

// inRanges calls read for ranges of a table's ids above one, each of rangeRows rows at most and
// above the one before, until there are no more. What is stored or deleted meanwhile may be in
// one or not.
func (s *Store) inRanges(table string, after int64, read func(after, last int64) error) error {
	next := `SELECT coalesce(max(id), 0) FROM (SELECT id FROM ` + table + ` WHERE id > ? ORDER BY id LIMIT ?)`
	for {
		var last int64
		if err := s.db.QueryRow(next, after, rangeRows).Scan(&last); err != nil {
			return fmt.Errorf("read %s: %w", table, err)
		}
		if last == 0 {
			return nil
		}
		if err := read(after, last); err != nil {
			return err
		}
		after = last
	}
}
