package session

import "database/sql"

const insertTotals = `
INSERT INTO totals (workspace, kind, item_id, wording, suggested, invoked, by_user, late, ignored, good, bad,
  chars, carried_chars, last_told, last_given)
SELECT workspace, kind, item_id, wording, `

const sumTotals = ` WHERE true
ON CONFLICT (workspace, kind, item_id, wording) DO UPDATE SET
  suggested     = suggested + excluded.suggested,
  invoked       = invoked + excluded.invoked,
  by_user       = by_user + excluded.by_user,
  late          = late + excluded.late,
  ignored       = ignored + excluded.ignored,
  good          = good + excluded.good,
  bad           = bad + excluded.bad,
  chars         = chars + excluded.chars,
  carried_chars = carried_chars + excluded.carried_chars,
  last_told     = max(last_told, excluded.last_told),
  last_given    = max(last_given, excluded.last_given)`

// addToTotals adds the outcomes and the feedback of a session that is about to be
// deleted to those that stay. Open suggestions count as ignored,
// but for places of the sources. Nothing is added
// earlier: as long as a session has its rows, only the rows count.
func addToTotals(tx *sql.Tx, sessionID string) error {
	_, err := tx.Exec(insertTotals+`suggested, invoked, by_user, late, ignored, 0, 0, chars, carried_chars, last_told, 0 FROM (`+
		judged+` WHERE g.session_id = ?3`+judgedGroups+`)`+sumTotals, UsedPrompts, true, sessionID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(insertTotals+`0, 0, 0, 0, 0, good, bad, 0, 0, 0, last_given FROM (`+
		verdicts+` WHERE f.session_id = ?1`+verdictGroups+`)`+sumTotals, sessionID)
	return err
}
