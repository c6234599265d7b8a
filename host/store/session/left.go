package session

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Head is what is checked out in a workspace.
type Head struct {
	Branch string // empty: HEAD is detached
	Commit string // hash; empty: there is no commit yet
}

// HeadBytesMax bounds each text of a Head; a longer one is as if it were not known.
const HeadBytesMax = 1024

// head returns what is checked out as an event leaves the workspace; nil: it is not known.
// It reads files, so it is called before a transaction begins.
func (p Policy) head(event abi.Event) *Head {
	if p.Head == nil {
		return nil
	}
	switch event.Name {
	case abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded:
		head, known := p.Head(event)
		if known && len(head.Branch) <= HeadBytesMax && len(head.Commit) <= HeadBytesMax {
			return &head
		}
	}
	return nil
}

// Cleared stands for the session that is told of another one's work where the user wants
// none to be told.
const Cleared = "-"

// Left is a session with where its work stood.
type Left struct {
	Past
	Head
	LastAt   time.Time     // of its last message; the zero time where none is kept
	HandedTo string        // Cleared, the session that was told, or empty
	Words    string        // what a person wrote in place of what is drawn; empty: nothing
	WordsAt  time.Time     // when that was
	Imported bool          // it is no session: see LeftImported
	heldAt   sql.NullInt64 // as the SQL of that name
}

// heldAt is when the session was there last that was told of a session's (s) work, which cannot be
// handed on to another one meanwhile: 0 where none was told, or one that ended before anybody asked
// anything in it; NULL where somebody asked something.
const heldAt = `(CASE s.handed_to WHEN '' THEN 0 ELSE (SELECT CASE WHEN t.ended_at IS NULL THEN t.last_active ELSE 0 END
  FROM sessions t WHERE t.session_id = s.handed_to AND t.prompts = 0) END)`

// isFree reports whether the work can be handed on at ?3: nothing tells of a session that was
// killed. A time that lies further ahead than that is of a clock that was set back since.
var isFree = fmt.Sprintf(`abs(?3 - %s) >= %d`, heldAt, ranGrace.Milliseconds())

var leftSessions = `
SELECT s.session_id, s.workspace, s.started_at, s.last_active, s.ended_at IS NOT NULL, s.silent, s.branch, s.head, s.handed_to, ` + heldAt + `, s.words, coalesce(s.words_at, 0),
  coalesce((SELECT logged_at FROM messages m WHERE m.session_id = s.session_id ORDER BY sequence DESC LIMIT 1), 0)
FROM sessions s`

// Left returns where the work of one session stood, or ErrNoSession.
func (s *Store) Left(sessionID string) (Left, error) {
	return s.left(leftSessions+` WHERE s.session_id = ?`, sessionID)
}

// LastLeft returns where the work stood of the session with prompts of a workspace that was
// touched last, but for one session, or ErrNoSession.
func (s *Store) LastLeft(workspace, but string) (Left, error) {
	return s.left(leftSessions+` WHERE s.workspace = ? AND s.session_id <> ? AND s.prompts > 0`+newestFirst+` LIMIT 1`, workspace, but)
}

func (s *Store) left(query string, args ...any) (Left, error) {
	var l Left
	var started, last, message, words int64
	err := s.db.QueryRow(query, args...).
		Scan(&l.SessionID, &l.Workspace, &started, &last, &l.Ended, &l.Silent, &l.Branch, &l.Commit, &l.HandedTo, &l.heldAt, &l.Words, &words, &message)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return l, ErrNoSession
	case err != nil:
		return l, fmt.Errorf("read session: %w", err)
	}
	l.StartedAt, l.LastActive, l.LastAt = fromMillis(started), fromMillis(last), fromMillis(message)
	if l.Words != "" {
		l.WordsAt = fromMillis(words)
	}
	return l, nil
}

// MayRun reports whether the session may go on at a time: it did not say that it ended, and
// a client that was killed says nothing. Where the clock was set back, when it was there last is in
// its last message, and not in its latest event.
func (l Left) MayRun(now time.Time) bool {
	return !l.Ended && min(now.Sub(l.LastActive).Abs(), now.Sub(l.LastAt).Abs()) < ranGrace
}

// Free reports whether the work can be handed on at a time: nobody was told, or a session in
// which nobody asked anything.
func (l Left) Free(now time.Time) bool {
	return l.heldAt.Valid && now.Sub(fromMillis(l.heldAt.Int64)).Abs() >= ranGrace
}

// HandOn notes that a session is told of another one's work, and reports whether it is to be:
// of several sessions that start at once, one is. A prompt in the session that is handed on
// lets it be handed on again.
func (s *Store) HandOn(sessionID, to string, at time.Time) (noted bool, err error) {
	err = s.write("hand on a session", func(tx *sql.Tx) error {
		statement, id := `UPDATE sessions AS s SET handed_to = ?2 WHERE session_id = ?1 AND `+isFree, sessionID
		if workspace, imported := strings.CutPrefix(sessionID, importedPrefix); imported {
			statement, id = `UPDATE handoff_files AS s SET handed_to = ?2 WHERE workspace = ?1 AND `+isFree, workspace
		}
		rows, err := execRows(tx, statement, id, to, at.UnixMilli())
		noted = rows > 0
		return err
	})
	return noted, err
}

// KeepBack takes back that a session was told of another one's work: nobody read the answer.
func (s *Store) KeepBack(sessionID, from string) error {
	return s.write("keep a session back", func(tx *sql.Tx) error {
		statement, id := `UPDATE sessions SET handed_to = '' WHERE session_id = ? AND handed_to = ?`, sessionID
		if workspace, imported := strings.CutPrefix(sessionID, importedPrefix); imported {
			statement, id = `UPDATE handoff_files SET handed_to = '' WHERE workspace = ? AND handed_to = ?`, workspace
		}
		_, err := tx.Exec(statement, id, from)
		return err
	})
}

// ClearLeft has nobody told of a session's work, until somebody goes on with the session.
func (s *Store) ClearLeft(sessionID string) error {
	return s.write("clear a session's work", func(tx *sql.Tx) error {
		statement, id := `UPDATE sessions SET handed_to = ?, words = '' WHERE session_id = ?`, sessionID
		if workspace, imported := strings.CutPrefix(sessionID, importedPrefix); imported {
			statement, id = `UPDATE handoff_files SET handed_to = ? WHERE workspace = ?`, workspace
		}
		rows, err := execRows(tx, statement, Cleared, id)
		if err == nil && rows == 0 {
			return ErrNoSession
		}
		return err
	})
}

// WriteLeft stores what a person wrote in place of what is drawn of a session's work, until
// somebody goes on with the session. The next session that starts is told it, whoever was told
// before.
func (s *Store) WriteLeft(sessionID, words string, at time.Time) error {
	return s.write("keep a person's handoff", func(tx *sql.Tx) error {
		rows, err := execRows(tx, `UPDATE sessions SET words = ?, words_at = ?, handed_to = '' WHERE session_id = ?`, words, at.UnixMilli(), sessionID)
		if err == nil && rows == 0 {
			return ErrNoSession
		}
		return err
	})
}

const recentEvents = `
SELECT event_type, tool_name, content_preview, logged_at FROM messages
WHERE session_id = ? AND agent = '' ORDER BY sequence DESC LIMIT ?`

// Events returns the last n events of a session that have a message and are no subagent's, as much
// of each as is kept, oldest first, at most RowsMax.
func (s *Store) Events(sessionID string, n int) ([]abi.Event, error) {
	events, err := collect(s, "read events", func(rows *sql.Rows) (abi.Event, error) {
		event := abi.Event{SessionID: sessionID}
		var content string
		var at int64
		err := rows.Scan(&event.Name, &event.ToolName, &content, &at)
		event.Time = fromMillis(at)
		switch event.Name {
		case abi.EventPrompt:
			event.Prompt = content
		case abi.EventTurnEnded:
			event.Message = content
		case abi.EventToolUsed:
			event.ToolInput = content
		}
		return event, err
	}, recentEvents, sessionID, clampRows(n))
	slices.Reverse(events)
	return events, err
}
