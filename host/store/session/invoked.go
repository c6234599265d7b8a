package session

import (
	"database/sql"
	"encoding/json"
	"strings"

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
	for _, ref := range used {
		if prefix, open := strings.CutSuffix(ref.ID, "*"); open && prefix != "" {
			if err := markGroup(tx, event, by, ref.Kind, prefix, prompts); err != nil {
				return err
			}
		}
	}
	_, err = tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt), invoked_by = ?5
WHERE id = (SELECT max(id) FROM suggestions WHERE session_id = ?3 AND kind || ':' || item_id IN (SELECT value FROM json_each(?4))) AND invoked_at IS NULL`,
		event.Time.UnixMilli(), prompts, event.SessionID, string(refs), by)
	return err
}

// Means reports whether an item is one of those that an event takes up (Policy.Used), and
// whether as one of a group, of which all that was suggested together is taken up.
func Means(used []abi.Ref, item abi.Ref) (group, meant bool) {
	for _, ref := range used {
		prefix, open := strings.CutSuffix(ref.ID, "*")
		switch {
		case ref == item:
			return false, true
		case open && prefix != "" && ref.Kind == item.Kind && strings.HasPrefix(item.ID, prefix):
			return true, true
		}
	}
	return false, false
}

// markGroup ties the use of one item of a group to all that the newest suggestion of the
// group named.
func markGroup(tx *sql.Tx, event abi.Event, by, kind, prefix string, prompts int) error {
	_, err := tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt), invoked_by = ?5
WHERE session_id = ?3 AND kind = ?4 AND substr(item_id, 1, length(?6)) = ?6 AND invoked_at IS NULL AND decision_id = (
  SELECT decision_id FROM suggestions WHERE session_id = ?3 AND kind = ?4 AND substr(item_id, 1, length(?6)) = ?6 ORDER BY id DESC LIMIT 1)`,
		event.Time.UnixMilli(), prompts, event.SessionID, kind, by, prefix)
	return err
}
