package session

import (
	"fmt"
	"time"
)

// Digest sums up a period. Suggestions that are still open are Suggested minus
// the three others.
type Digest struct {
	Sessions  int `json:"sessions"` // with an event in it
	Prompts   int `json:"prompts"`
	Answered  int `json:"answered"`  // prompts with a suggestion
	Suggested int `json:"suggested"` // items
	Invoked   int `json:"invoked"`   // within UsedPrompts
	Late      int `json:"late"`      // invoked after that
	Ignored   int `json:"ignored"`
}

// Digest sums up what is remembered since a time; what retention has deleted is
// not in it.
func (s *Store) Digest(since time.Time) (Digest, error) {
	from := since.UnixMilli()
	var d Digest
	err := s.db.QueryRow(`
SELECT (SELECT count(*) FROM sessions WHERE last_active >= ?1),
  (SELECT count(*) FROM messages WHERE role = 'user' AND logged_at >= ?1),
  (SELECT count(*) FROM (SELECT DISTINCT session_id, prompt FROM suggestions WHERE told_at >= ?1)),
  count(*),
  count(*) FILTER (WHERE g.invoked_after <= ?2),
  count(*) FILTER (WHERE g.invoked_after > ?2),
  count(*) FILTER (WHERE g.invoked_at IS NULL AND (s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?2))
FROM suggestions g JOIN sessions s USING (session_id) WHERE g.told_at >= ?1`, from, UsedPrompts).
		Scan(&d.Sessions, &d.Prompts, &d.Answered, &d.Suggested, &d.Invoked, &d.Late, &d.Ignored)
	if err != nil {
		return d, fmt.Errorf("sum up a period: %w", err)
	}
	return d, nil
}
