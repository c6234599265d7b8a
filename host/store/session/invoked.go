package session

import (
	"database/sql"

	"github.com/ed-irl/impressionism/abi"
)

// Who invoked an item.
const (
	byModel = "model"
	byUser  = "user"
)

// markInvoked ties an invocation to the item's newest suggestion, if any. A
// second invocation changes nothing. An item that the user calls by its name
// counts like one that the model loads: it was what the session needed, and the
// suggestion may be where the name came from. Whether the user would have called it
// anyway cannot be known, so invoked_by keeps the two apart.
func markInvoked(tx *sql.Tx, event abi.Event, prompts int) error {
	id, by := event.Invoked, byModel
	if id == "" {
		id, by = event.Command, byUser
	}
	_, err := tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt), invoked_by = ?5
WHERE id = (SELECT max(id) FROM suggestions WHERE session_id = ?3 AND item_id = ?4) AND invoked_at IS NULL`,
		event.Time.UnixMilli(), prompts, event.SessionID, id, by)
	return err
}
