package session

import "fmt"

// Size is how much the store holds.
type Size struct {
	Bytes     int64 `json:"bytes"` // of the file, free pages included
	Sessions  int64 `json:"sessions"`
	Messages  int64 `json:"messages"`
	Decisions int64 `json:"decisions"`
}

// Size counts what is stored.
func (s *Store) Size() (Size, error) {
	var size Size
	err := s.db.QueryRow(`
SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size),
  (SELECT count(*) FROM sessions), (SELECT count(*) FROM messages), (SELECT count(*) FROM decisions)`).
		Scan(&size.Bytes, &size.Sessions, &size.Messages, &size.Decisions)
	if err != nil {
		return size, fmt.Errorf("measure store: %w", err)
	}
	return size, nil
}

func (s *Store) measure(done *Retained) error {
	return s.db.QueryRow(`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&done.Bytes)
}

// used is the size of the file without its free pages.
func (s *Store) used() (bytes int64, err error) {
	err = s.db.QueryRow(`
SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&bytes)
	return bytes, err
}

// lasting is how much of used no deleted message or decision makes less at once: rulesets' versions
// and imported handoffs.
func (s *Store) lasting() (bytes int64, err error) {
	err = s.db.QueryRow(`
SELECT (SELECT coalesce(sum(length(bundle)), 0) FROM ruleset_good) + (SELECT coalesce(sum(length(bundle)), 0) FROM ruleset_past)
  + (SELECT coalesce(sum(length(document)), 0) FROM handoff_files)`).Scan(&bytes)
	return bytes, err
}
