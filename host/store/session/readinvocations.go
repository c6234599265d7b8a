package session

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Transcript is a session's transcript as far as it was read for invocations.
type Transcript struct {
	Path       string
	SessionID  string
	Bytes      int64 // of the file when it was read
	ModifiedAt time.Time
	Position   json.RawMessage // where to read on
}

// Suggested is one suggestion of a session.
type Suggested struct {
	Row     int64
	Ref     abi.Ref `json:"ref"`
	At      time.Time
	Invoked bool
}

// FoundInvocation is the invocation of a suggested item that no hook reported.
type FoundInvocation struct {
	Suggestion int64 // its Row
	At         time.Time
	After      int // prompts between telling and invoking
	ByUser     bool
}

// OpenSessions returns the sessions that have a suggestion without invocation.
func (s *Store) OpenSessions() (map[string]bool, error) {
	open := map[string]bool{}
	_, err := collect(s, "read suggestions", func(rows *sql.Rows) (struct{}, error) {
		var id string
		err := rows.Scan(&id)
		open[id] = true
		return struct{}{}, err
	}, `SELECT DISTINCT session_id FROM suggestions WHERE invoked_at IS NULL`)
	return open, err
}

// Suggestions returns the suggestions of a session in the order in which they were
// rendered.
func (s *Store) Suggestions(sessionID string) ([]Suggested, error) {
	return collect(s, "read suggestions", func(rows *sql.Rows) (Suggested, error) {
		var g Suggested
		var at int64
		err := rows.Scan(&g.Row, &g.Ref.Kind, &g.Ref.ID, &at, &g.Invoked)
		g.At = fromMillis(at)
		return g, err
	}, `SELECT id, kind, item_id, told_at, invoked_at IS NOT NULL FROM suggestions WHERE session_id = ? ORDER BY id`, sessionID)
}

// Transcripts returns what is known of transcripts, by path.
func (s *Store) Transcripts() (map[string]Transcript, error) {
	known := map[string]Transcript{}
	_, err := collect(s, "read transcripts' positions", func(rows *sql.Rows) (struct{}, error) {
		var t Transcript
		var position string
		var at int64
		err := rows.Scan(&t.Path, &t.SessionID, &t.Bytes, &at, &position)
		t.ModifiedAt, t.Position = fromMillis(at), json.RawMessage(position)
		known[t.Path] = t
		return struct{}{}, err
	}, `SELECT path, session_id, bytes, modified_at, position FROM transcripts`)
	return known, err
}

// AddInvocations stores the invocations of a transcript and how far it was read, at once,
// and reports how many suggestions were not known as invoked before.
func (s *Store) AddInvocations(read Transcript, found []FoundInvocation) (added int64, err error) {
	err = s.write("store invocations", func(tx *sql.Tx) error {
		for _, f := range found {
			by := byModel
			if f.ByUser {
				by = byUser
			}
			n, err := execRows(tx, `UPDATE suggestions SET invoked_at = ?, invoked_after = ?, invoked_by = ? WHERE id = ? AND session_id = ? AND invoked_at IS NULL`,
				f.At.UnixMilli(), f.After, by, f.Suggestion, read.SessionID)
			if added += n; err != nil {
				return err
			}
		}
		if added > 0 { // what was summed up before no longer holds
			if _, err := tx.Exec(`DELETE FROM usage_at_rest WHERE workspace = (SELECT workspace FROM sessions WHERE session_id = ?)`, read.SessionID); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT OR REPLACE INTO transcripts (path, session_id, bytes, modified_at, position)
SELECT ?1, session_id, ?3, ?4, ?5 FROM sessions WHERE session_id = ?2`, // it may have been forgotten meanwhile
			read.Path, read.SessionID, read.Bytes, read.ModifiedAt.UnixMilli(), string(read.Position))
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", read.Path, err)
	}
	return added, nil
}
