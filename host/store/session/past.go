package session

import (
	"database/sql"
	"fmt"
	"time"
)

// Past is a session as it is remembered.
type Past struct {
	SessionID  string
	Workspace  string
	StartedAt  time.Time
	LastActive time.Time
	Ended      bool
	Silent     bool // the user wants to be told nothing in it
}

const pastColumns = `SELECT session_id, workspace, started_at, last_active, ended_at IS NOT NULL, silent FROM sessions s`

const pastSessions = pastColumns + ` WHERE prompts > 0 AND last_active >= ? ORDER BY last_active DESC LIMIT ?`

// Past returns the sessions with prompts that were touched since a time, the last
// touched first, at most limit; 0: all.
func (s *Store) Past(since time.Time, limit int) ([]Past, error) {
	if limit <= 0 {
		limit = -1
	}
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	return collect(s, "read sessions", scanPast, pastSessions, from, limit)
}

func scanPast(rows *sql.Rows) (Past, error) {
	var p Past
	var started, last int64
	err := rows.Scan(&p.SessionID, &p.Workspace, &started, &last, &p.Ended, &p.Silent)
	p.StartedAt, p.LastActive = fromMillis(started), fromMillis(last)
	return p, err
}

// Session returns one session, or ErrNoSession.
func (s *Store) Session(sessionID string) (Past, error) {
	return s.onePast(pastColumns+` WHERE session_id = ?`, sessionID)
}

// newestFirst orders sessions (s) by when they were touched last. The order of messages says when
// that was: a clock may have jumped back since.
const newestFirst = `
ORDER BY coalesce((SELECT m.id FROM messages m WHERE m.session_id = s.session_id ORDER BY m.sequence DESC LIMIT 1), 0) DESC, s.last_active DESC, s.rowid DESC`

// Newest returns the session with prompts of a workspace, "" for any, that was touched
// last, or ErrNoSession.
func (s *Store) Newest(workspace string) (Past, error) {
	return s.onePast(pastColumns+` WHERE (?1 = '' OR workspace = ?1) AND prompts > 0`+newestFirst+` LIMIT 1`, workspace)
}

func (s *Store) onePast(query, argument string) (Past, error) {
	found, err := collect(s, "read session", scanPast, query, argument)
	switch {
	case err != nil:
		return Past{}, err
	case len(found) == 0:
		return Past{}, ErrNoSession
	}
	return found[0], nil
}

// Logged is a message as it was logged.
type Logged struct {
	Sequence int64
	Event    string
	Tool     string
	Preview  string
	At       time.Time
	Agent    string // set inside a subagent
}

const loggedMessages = `
SELECT sequence, event_type, tool_name, content_preview, logged_at, agent FROM messages
WHERE session_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`

// Walk passes every message of a session to each, in order, without holding all of them.
func (s *Store) Walk(sessionID string, each func(Logged) error) error {
	for after := int64(0); ; {
		page, err := collect(s, "read messages", func(rows *sql.Rows) (Logged, error) {
			var l Logged
			var at int64
			err := rows.Scan(&l.Sequence, &l.Event, &l.Tool, &l.Preview, &at, &l.Agent)
			l.At = fromMillis(at)
			return l, err
		}, loggedMessages, sessionID, after, RowsMax)
		if err != nil {
			return fmt.Errorf("session %.40s: %w", sessionID, err)
		}
		for _, message := range page {
			if err := each(message); err != nil {
				return err
			}
			after = message.Sequence
		}
		if len(page) < RowsMax {
			return nil
		}
	}
}
