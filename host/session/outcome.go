package session

import (
	"database/sql"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// UsedPrompts is how many prompts after it was told an item must be invoked for
// its suggestion to count as used; 0 is the turn in which it was told.
const UsedPrompts = 3

// Outcome sums up what became of an item's suggestions in a workspace. Those
// that are still open are Suggested minus the other numbers.
type Outcome struct {
	Workspace string `json:"workspace"`
	Key
	Suggested int       `json:"suggested"`
	Invoked   int       `json:"invoked"` // within UsedPrompts
	Late      int       `json:"late"`    // invoked after that
	Ignored   int       `json:"ignored"`
	LastTold  time.Time `json:"last_told"`
}

// markInvoked ties a skill's invocation to its newest suggestion, if any. A
// second invocation changes nothing.
func markInvoked(tx *sql.Tx, event abi.Event, prompts int) error {
	_, err := tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt)
WHERE id = (SELECT max(id) FROM suggestions WHERE session_id = ?3 AND item_id = ?4) AND invoked_at IS NULL`,
		event.Time.UnixMilli(), prompts, event.SessionID, event.Invoked)
	return err
}

// judged counts the suggestions that a condition in ?1.. selects. A suggestion
// is ignored once its session ended or more than UsedPrompts prompts passed.
const judged = `
SELECT s.workspace, g.kind, g.item_id, count(*) AS suggested,
  count(*) FILTER (WHERE g.invoked_after <= ?1) AS invoked,
  count(*) FILTER (WHERE g.invoked_after > ?1) AS late,
  count(*) FILTER (WHERE g.invoked_at IS NULL AND (?2 OR s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?1)) AS ignored,
  max(g.told_at) AS last_told
FROM suggestions g JOIN sessions s USING (session_id)`

const outcomes = `
SELECT workspace, kind, item_id, sum(suggested), sum(invoked), sum(late), sum(ignored), max(last_told)
FROM (` + judged + ` GROUP BY 1, 2, 3
  UNION ALL SELECT workspace, kind, item_id, suggested, invoked, late, ignored, last_told FROM totals)
GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT ?3`

// Outcomes gives the outcomes of all items ever suggested, most suggested
// first, at most RowsMax.
func (s *Store) Outcomes() ([]Outcome, error) {
	return collect(s, "read outcomes", func(rows *sql.Rows) (Outcome, error) {
		var o Outcome
		var at int64
		err := rows.Scan(&o.Workspace, &o.Kind, &o.ID, &o.Suggested, &o.Invoked, &o.Late, &o.Ignored, &at)
		o.LastTold = fromMillis(at)
		return o, err
	}, outcomes, UsedPrompts, false, RowsMax)
}
