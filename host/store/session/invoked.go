package session

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// Who invoked an item.
const (
	byModel = "model"
	byUser  = "user"
)

// markInvoked ties the use of each item to the newest suggestion of one of its refs, if any:
// one name may be that of a skill or of a command, and an answer may cite several lessons. A
// second use changes nothing. An item that the user calls by its name counts like one that the
// model loads: it was what the session needed, and the suggestion may be where the name came
// from. Whether the user would have called it anyway cannot be known, so invoked_by keeps the
// two apart.
func markInvoked(tx *sql.Tx, event abi.Event, used []abi.Ref, prompts int) error {
	by := byModel
	if event.Name == abi.EventPrompt {
		by = byUser
	}
	for _, same := range OneByOne(used) {
		refs, err := json.Marshal(same)
		if err != nil {
			return err
		}
		if prefix, open := strings.CutSuffix(same[0].ID, "*"); open && prefix != "" {
			err = markGroup(tx, event, by, same[0].Kind, prefix, prompts)
		} else {
			_, err = tx.Exec(`
UPDATE suggestions SET invoked_at = ?1, invoked_after = max(0, ?2 - prompt), invoked_by = ?5
WHERE id = (SELECT max(id) FROM suggestions WHERE session_id = ?3 AND item_id = ?6 AND kind || ':' || item_id IN (SELECT value FROM json_each(?4))) AND invoked_at IS NULL`,
				event.Time.UnixMilli(), prompts, event.SessionID, string(refs), by, same[0].ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// OneByOne parts what an event takes up (Policy.Used) by its ids.
func OneByOne(used []abi.Ref) [][]abi.Ref {
	var parts [][]abi.Ref
	for _, ref := range used {
		at := slices.IndexFunc(parts, func(part []abi.Ref) bool { return part[0].ID == ref.ID })
		if at < 0 {
			parts = append(parts, nil)
			at = len(parts) - 1
		}
		parts[at] = append(parts[at], ref)
	}
	return parts
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
