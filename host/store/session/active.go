package session

import (
	"database/sql"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// ActiveItem is an item that decisions have activated in a session and not yet
// deactivated.
type ActiveItem struct {
	Ref                  abi.Ref   `json:"ref"`
	ActivatedAt          time.Time // UTC
	Reason               string
	Score                *float64 // of the activation, 0–1; nil where the ruleset gave none
	Ruleset              string
	DecisionID           int64 // that activated it; 0: it was lost
	PromptsSinceRelevant int   // decided prompts since it was activated or refreshed; computed, so that no event counts twice
	Told                 Telling
}

const activeItems = `
SELECT a.kind, a.item_id, a.activated_at, a.activation_reason, a.score, a.ruleset, a.decision_id,
  max(0, s.decided - a.relevant),
  coalesce(t.count, 0), coalesce(t.sequence, 0), coalesce(t.prompt, 0), coalesce(t.withdrawn, 0)
FROM active_items a JOIN sessions s USING (session_id)
LEFT JOIN (SELECT kind, item_id, count(*) AS count, max(id), sequence, prompt, withdrawn
  FROM suggestions WHERE session_id = ?1 AND forgotten = 0 GROUP BY kind, item_id) t USING (kind, item_id)
WHERE a.session_id = ?1 AND a.deactivated_at IS NULL ORDER BY a.id`

// Active returns what is active in a session, in order of activation. Before
// Apply it is the state before the event.
func (s *Store) Active(sessionID string) ([]ActiveItem, error) {
	return collect(s, "read active items", func(rows *sql.Rows) (ActiveItem, error) {
		var item ActiveItem
		var at int64
		err := rows.Scan(&item.Ref.Kind, &item.Ref.ID, &at, &item.Reason, &item.Score, &item.Ruleset, &item.DecisionID,
			&item.PromptsSinceRelevant, &item.Told.Count, &item.Told.Sequence, &item.Told.Prompt, &item.Told.Withdrawn)
		item.ActivatedAt = fromMillis(at)
		return item, err
	}, activeItems, sessionID)
}

// activate inserts or, where the item is active already, refreshes.
const activate = `
INSERT INTO active_items (session_id, kind, item_id, activated_at, activation_reason, score, ruleset, decision_id, relevant)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (session_id, kind, item_id) WHERE deactivated_at IS NULL
DO UPDATE SET relevant = max(relevant, excluded.relevant)`

const refresh = `
UPDATE active_items SET relevant = max(relevant, ?)
WHERE session_id = ? AND kind = ? AND item_id = ? AND deactivated_at IS NULL`

const deactivate = `
UPDATE active_items SET deactivated_at = ?, deactivation_reason = ?
WHERE session_id = ? AND kind = ? AND item_id = ? AND deactivated_at IS NULL`

// ActiveSpan is one time that an item was active in a session.
type ActiveSpan struct {
	Ref        abi.Ref
	From       time.Time
	To         time.Time // zero: it is active still
	Reason     string    // of the activation
	Left       string    // why it was deactivated
	Ruleset    string
	DecisionID int64 // that activated it; 0: it was lost
}

// ActiveSpans returns when which items were active in a session, the newest first, at most
// RowsMax.
func (s *Store) ActiveSpans(sessionID string) ([]ActiveSpan, error) {
	return collect(s, "read when items were active", func(rows *sql.Rows) (ActiveSpan, error) {
		var a ActiveSpan
		var from, to int64
		err := rows.Scan(&a.Ref.Kind, &a.Ref.ID, &from, &to, &a.Reason, &a.Left, &a.Ruleset, &a.DecisionID)
		a.From, a.To = fromMillis(from), fromMillis(to)
		return a, err
	}, `SELECT kind, item_id, activated_at, coalesce(deactivated_at, 0), activation_reason, coalesce(deactivation_reason, ''), ruleset, decision_id
FROM active_items WHERE session_id = ? ORDER BY id DESC LIMIT ?`, sessionID, RowsMax)
}
