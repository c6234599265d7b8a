package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Mark distinguishes the file from one that takes its place; see sqlite.Mark.
func (s *Store) Mark() (sqlite.Mark, error) { return s.db.Mark() }

// LeaveLog has Close not wait for the disk; see sqlite.DB.
func (s *Store) LeaveLog() { s.db.LeaveLog() }

// ShortenLog empties a grown log now, so that nobody has to wait for the disk who
// writes next.
func (s *Store) ShortenLog() error { return s.db.ShortenLog() }

// SetBusy changes how long other processes are waited for.
func (s *Store) SetBusy(wait time.Duration) error { return s.db.SetBusy(wait) }

const sameMessage = `
SELECT sequence FROM messages WHERE session_id = ? AND logged_at = ? AND event_type = ? AND role = ? AND content_preview = ?`

// Has reports whether Record has stored an event's message: for who handed it to
// another process that ended. An event of which none is kept may be recorded again.
func (s *Store) Has(event abi.Event, policy Policy) (bool, error) {
	sequence, err := sequenceOf(s.db, event, policy)
	return sequence > 0, err
}

// asker is a database or a transaction on it.
type asker interface {
	QueryRow(query string, args ...any) *sql.Row
}

// sequenceOf returns that of an event's message; 0: none is stored.
func sequenceOf(in asker, event abi.Event, policy Policy) (sequence int64, err error) {
	row, logged := policy.message(event)
	if !logged {
		return 0, nil
	}
	err = in.QueryRow(sameMessage, event.SessionID, event.Time.UnixMilli(), event.Name, row.role, row.preview).Scan(&sequence)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("look for an event: %w", err)
	}
	return sequence, nil
}
