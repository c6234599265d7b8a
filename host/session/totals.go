package session

import "database/sql"

const sumTotals = `
ON CONFLICT (workspace, kind, item_id) DO UPDATE SET
  suggested = suggested + excluded.suggested,
  invoked   = invoked + excluded.invoked,
  late      = late + excluded.late,
  ignored   = ignored + excluded.ignored,
  last_told = max(last_told, excluded.last_told)`

// addToTotals adds the outcomes of suggestions that are about to be deleted to
// those that stay. Open ones count as ignored. The condition's arguments begin
// at ?3.
func addToTotals(tx *sql.Tx, condition string, args ...any) error {
	_, err := tx.Exec(`
INSERT INTO totals (workspace, kind, item_id, suggested, invoked, late, ignored, last_told) `+
		judged+` `+condition+` GROUP BY 1, 2, 3`+sumTotals, append([]any{UsedPrompts, true}, args...)...)
	return err
}
