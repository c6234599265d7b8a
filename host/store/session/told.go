package session

import (
	"database/sql"
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

// RetellPromptsDefault is how many prompts must pass since an item was told
// before it may be told again, once it was withdrawn and came back.
const RetellPromptsDefault = 10

// Telling is how often and when an item was suggested in a session, as far as the
// model's context still holds the suggestion. The zero value: not suggested.
type Telling struct {
	Count     int
	Sequence  int64 // of the last one's message
	Prompt    int   // number of the last one's prompt
	Withdrawn bool  // deactivated since
	Refused   bool  // the user called it bad in this session; told or not
	Chars     int   // that all of them cost, UTF-16 units
}

// Tellings are all items suggested in a session since the session began, was compacted
// or cleared.
type Tellings struct {
	Prompts int  // of the session so far
	Ever    bool // something was told at a prompt of this session, even if it was forgotten since
	ByItem  map[abi.Ref]Telling
}

// MayTell reports whether an item may be suggested at a prompt: once a session; and
// after it was withdrawn and came back, retell prompts after the last time; never
// what the user called bad.
func MayTell(told Telling, prompt, retell int) bool {
	switch {
	case told.Refused:
		return false
	case told.Count == 0:
		return true
	}
	return told.Withdrawn && prompt-told.Prompt >= retell
}

// MayTell reports whether an item may be suggested at the session's current prompt.
func (t Tellings) MayTell(item abi.Ref, retell int) bool {
	return MayTell(t.ByItem[item], t.Prompts, retell)
}

// Refused reports whether the user called an item bad in this session.
func (t Tellings) Refused(item abi.Ref) bool {
	return t.ByItem[item].Refused
}

// Of returns how often items of a kind were told, and what that cost, in UTF-16 units.
func (t Tellings) Of(kind string) (count, chars int) {
	for ref, telling := range t.ByItem {
		if ref.Kind == kind {
			count, chars = count+telling.Count, chars+telling.Chars
		}
	}
	return count, chars
}

const toldItems = `
SELECT kind, item_id, count(*), max(id), sequence, prompt, withdrawn, sum(chars)
FROM suggestions WHERE session_id = ? AND forgotten = 0 GROUP BY kind, item_id`

// Told returns the items suggested in a session; none for an unknown session.
func (s *Store) Told(sessionID string) (Tellings, error) {
	tellings := Tellings{ByItem: map[abi.Ref]Telling{}}
	_, err := collect(s, "read what was told", func(rows *sql.Rows) (abi.Ref, error) {
		var item abi.Ref
		var telling Telling
		var last int64
		err := rows.Scan(&item.Kind, &item.ID, &telling.Count, &last, &telling.Sequence, &telling.Prompt, &telling.Withdrawn, &telling.Chars)
		tellings.ByItem[item] = telling
		return item, err
	}, toldItems, sessionID)
	if err != nil {
		return tellings, err
	}
	var refused bool
	err = s.db.QueryRow(`SELECT coalesce((SELECT prompts FROM sessions WHERE session_id = ?1), 0),
  EXISTS (SELECT 1 FROM suggestions g LEFT JOIN decisions d ON d.id = g.decision_id
    WHERE g.session_id = ?1 AND coalesce(d.event_type, '`+abi.EventPrompt+`') = '`+abi.EventPrompt+`'),
  EXISTS (SELECT 1 FROM feedback WHERE session_id = ?1 AND verdict = 'bad')`, sessionID).Scan(&tellings.Prompts, &tellings.Ever, &refused)
	if err != nil {
		return tellings, fmt.Errorf("read what was told: %w", err)
	}
	if refused {
		err = s.addRefused(tellings, sessionID)
	}
	return tellings, err
}

func (s *Store) addRefused(tellings Tellings, sessionID string) error {
	said, err := s.Feedback(sessionID)
	for _, f := range said {
		if f.Verdict == Bad {
			telling := tellings.ByItem[f.Ref]
			telling.Refused = true
			tellings.ByItem[f.Ref] = telling
		}
	}
	return err
}

// forgetTold notes that the model's context no longer holds what was told, and
// how many prompts brought it along until then.
func forgetTold(tx *sql.Tx, sessionID string, prompts int) error {
	_, err := tx.Exec(`UPDATE suggestions SET forgotten = 1, carried = max(0, ?2 - prompt) WHERE session_id = ?1 AND forgotten = 0`, sessionID, prompts)
	return err
}

const tell = `
INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, wording, chars)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

const withdraw = `
UPDATE suggestions SET withdrawn = 1
WHERE session_id = ? AND kind = ? AND item_id = ? AND forgotten = 0`
