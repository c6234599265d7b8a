package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Verdicts of a user.
const (
	Good = "good"
	Bad  = "bad"
)

// Feedback is the user's last verdict on an item in a session.
type Feedback struct {
	SessionID  string
	Ref        abi.Ref `json:"ref"`
	Verdict    string
	DecisionID int64  // that told it last before; 0: it was not told, or by one that was lost
	Wording    string // in which it was told then
	At         time.Time
}

const sayFeedback = `
INSERT INTO feedback (session_id, kind, item_id, verdict, decision_id, wording, given_at)
SELECT ?1, ?2, ?3, ?4, t.decision_id, coalesce(t.wording, ''), ?5
FROM (SELECT 1) LEFT JOIN (SELECT decision_id, wording FROM suggestions WHERE session_id = ?1 AND kind = ?2 AND item_id = ?3
  ORDER BY id DESC LIMIT 1) t ON true
WHERE true
ON CONFLICT (session_id, kind, item_id) DO UPDATE SET verdict = excluded.verdict, decision_id = excluded.decision_id,
  wording = excluded.wording, given_at = excluded.given_at`

// Say stores a verdict on items of a session, in place of one before.
func (s *Store) Say(sessionID, verdict string, items []abi.Ref, at time.Time) error {
	return s.write("store feedback", func(tx *sql.Tx) error {
		if err := sessionExists(tx, sessionID); err != nil {
			return err
		}
		for _, item := range items {
			if _, err := tx.Exec(sayFeedback, sessionID, item.Kind, item.ID, verdict, at.UnixMilli()); err != nil {
				return fmt.Errorf("%s: %w", item.ID, err)
			}
		}
		return nil
	})
}

// Unsay takes verdicts on items of a session back, and reports how many there were.
func (s *Store) Unsay(sessionID string, items []abi.Ref) (taken int64, err error) {
	err = s.write("take feedback back", func(tx *sql.Tx) error {
		for _, item := range items {
			n, err := execRows(tx, `DELETE FROM feedback WHERE session_id = ? AND kind = ? AND item_id = ?`, sessionID, item.Kind, item.ID)
			if taken += n; err != nil {
				return err
			}
		}
		return nil
	})
	return taken, err
}

// Feedback returns the user's verdicts in a session, newest first.
func (s *Store) Feedback(sessionID string) ([]Feedback, error) {
	return collect(s, "read feedback", func(rows *sql.Rows) (Feedback, error) {
		var f Feedback
		var at int64
		err := rows.Scan(&f.SessionID, &f.Ref.Kind, &f.Ref.ID, &f.Verdict, &f.DecisionID, &f.Wording, &at)
		f.At = fromMillis(at)
		return f, err
	}, `SELECT session_id, kind, item_id, verdict, max(coalesce(decision_id, 0), 0), wording, given_at FROM feedback
WHERE session_id = ? ORDER BY given_at DESC, id DESC LIMIT ?`, sessionID, RowsMax)
}

// SuggestedItems returns the items that were ever suggested in a session, forgotten
// ones too, those of the newest decision first, and the number of items of the newest
// decision.
func (s *Store) SuggestedItems(sessionID string) (items []abi.Ref, newest int, err error) {
	items, err = collect(s, "read suggestions", func(rows *sql.Rows) (abi.Ref, error) {
		var item abi.Ref
		var isNewest bool
		err := rows.Scan(&item.Kind, &item.ID, &isNewest)
		if isNewest {
			newest++
		}
		return item, err
	}, `SELECT kind, item_id, max(told) = (SELECT max(id) FROM suggestions WHERE session_id = ?1) FROM
(SELECT kind, item_id, id, max(id) OVER (PARTITION BY decision_id) AS told FROM suggestions WHERE session_id = ?1)
GROUP BY 1, 2 ORDER BY max(told) DESC, min(id) LIMIT ?2`, sessionID, RowsMax)
	return items, newest, err
}

// SetSilent switches suggestions of a session off or on. It reports whether
// that changed anything.
func (s *Store) SetSilent(sessionID string, silent bool) (changed bool, err error) {
	err = s.write("switch suggestions", func(tx *sql.Tx) error {
		if err := sessionExists(tx, sessionID); err != nil {
			return err
		}
		n, err := execRows(tx, `UPDATE sessions SET silent = ?2 WHERE session_id = ?1 AND silent <> ?2`, sessionID, silent)
		changed = n > 0
		return err
	})
	return changed, err
}

func sessionExists(tx *sql.Tx, sessionID string) error {
	var one int
	err := tx.QueryRow(`SELECT 1 FROM sessions WHERE session_id = ?`, sessionID).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoSession
	}
	return err
}
