package session

import (
	"database/sql"
	"encoding/json"

	"github.com/ed-irl/impressionism/abi"
)

// Who invoked an item.
const (
	byModel = "model"
	byUser  = "user"
)

// markInvoked ties the use of an item to the newest suggestion of one of its refs, if
// any. A second use changes nothing. An item that the user calls by its name
// counts like one that the model loads: it was what the session needed, and the
// suggestion may be where the name came from. Whether the user would have called it
// anyway cannot be known, so invoked_by keeps the two apart.
func markInvoked(tx *sql.Tx, event abi.Event, used []abi.Ref, prompts int) error {
	if len(used) == 0 {
		return nil
	}
	by := byModel
	if event.Name == abi.EventPrompt {
		by = byUser
	}
	refs, err := json.Marshal(used)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt), invoked_by = ?5
WHERE id = (SELECT max(id) FROM suggestions WHERE session_id = ?3 AND kind || ':' || item_id IN (SELECT value FROM json_each(?4))) AND invoked_at IS NULL`,
		event.Time.UnixMilli(), prompts, event.SessionID, string(refs), by)
	return err
}
