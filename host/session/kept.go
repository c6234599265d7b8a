package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/sqlite"
)

// Mark tells the file from one that takes its place; see sqlite.Mark.
func (s *Store) Mark() (sqlite.Mark, error) { return s.db.Mark() }

// SetBusy changes how long other processes are waited for.
func (s *Store) SetBusy(wait time.Duration) error { return s.db.SetBusy(wait) }

const sameMessage = `
SELECT 1 FROM messages WHERE session_id = ? AND logged_at = ? AND event_type = ? AND role = ? AND content_preview = ?`

// Has reports whether Record has stored an event's message: for who handed it to
// another process that ended. An event of which none is kept may be recorded again.
func (s *Store) Has(event abi.Event, policy Policy) (bool, error) {
	row, logged := policy.message(event)
	if !logged {
		return false, nil
	}
	var one int
	err := s.db.QueryRow(sameMessage, event.SessionID, event.Time.UnixMilli(), event.Name, row.role, row.preview).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for an event: %w", err)
	}
	return true, nil
}
