package session

import (
	"database/sql"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// What became of a suggestion.
const (
	BecameUsed    = "used"    // the item was invoked within UsedPrompts
	BecameLate    = "late"    // it was invoked after that
	BecameIgnored = "ignored" // its session ended, or more than UsedPrompts prompts passed
	BecameOpen    = "open"    // it may still be used, or no event would tell
)

// Judged is one suggestion and what became of it.
type Judged struct {
	SessionID  string
	Workspace  string
	Ref        abi.Ref
	DecisionID int64
	Prompt     int // number of the prompt that it was told at or after
	At         time.Time
	Wording    string
	Chars      int       // that it cost, UTF-16 units
	Similarity *float64  // as the decision has it; nil: the search had not found the item, or the decision is not kept
	Became     string    // one of the four
	After      int       // prompts between telling and invoking; 0: the same turn, or not invoked
	By         string    // who invoked it, "model" or "user"; "" where nobody did
	UsedAt     time.Time // zero: not invoked
	Verdict    string    // Good, Bad, or "": of the user, on the item in that session
}

// judgedRows are the suggestions of the sessions in ?1, a JSON list of ids, told since ?2.
// ?3 is UsedPrompts, and ?4 the most rows, the newest.
const judgedRows = `
SELECT g.session_id, s.workspace, g.kind, g.item_id, g.decision_id, g.prompt, g.told_at, g.wording, g.chars,
  (SELECT j.value ->> 'similarity' FROM json_each(iif(json_valid(d.scores), d.scores, '[]')) j
    WHERE j.type = 'object' AND j.value ->> 'ref' = g.kind || ':' || g.item_id LIMIT 1),
  CASE WHEN g.invoked_after <= ?3 THEN '` + BecameUsed + `' WHEN g.invoked_after IS NOT NULL THEN '` + BecameLate + `'
    WHEN g.invoked_at IS NULL AND ` + showsUse + ` AND (s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?3) THEN '` + BecameIgnored + `' ELSE '` + BecameOpen + `' END,
  coalesce(g.invoked_after, 0), coalesce(g.invoked_by, ''), coalesce(g.invoked_at, 0), coalesce(f.verdict, '')
FROM json_each(?1) w CROSS JOIN sessions s ON s.session_id = w.value
  CROSS JOIN suggestions g ON g.session_id = s.session_id LEFT JOIN decisions d ON d.id = g.decision_id
  LEFT JOIN feedback f ON f.session_id = g.session_id AND f.kind = g.kind AND f.item_id = g.item_id
WHERE g.told_at >= ?2 ORDER BY g.id DESC LIMIT ?4`

// Judged returns the suggestions of a session, the newest first, at most RowsMax.
func (s *Store) Judged(sessionID string) ([]Judged, error) {
	return s.judged([]string{sessionID}, 0, RowsMax)
}

// JudgedIn returns the suggestions of sessions, each session's oldest first.
func (s *Store) JudgedIn(sessions []string) (map[string][]Judged, error) {
	ids, err := json.Marshal(sessions)
	if err != nil {
		return nil, err
	}
	found, err := collect(s, "list sessions", scanTouched,
		`SELECT session_id, last_active, sequence FROM sessions WHERE session_id IN (SELECT value FROM json_each(?))`, string(ids))
	if err != nil {
		return nil, err
	}
	by := map[string][]Judged{}
	err = s.inPieces(found, func(some []string, _ int64) (more bool, err error) {
		all, err := s.judged(some, 0, ofKindMax)
		for _, j := range slices.Backward(all) {
			by[j.SessionID] = append(by[j.SessionID], j)
		}
		return true, err
	})
	if err != nil {
		return nil, err
	}
	return by, nil
}

func (s *Store) judged(sessions []string, since int64, most int) ([]Judged, error) {
	ids, err := json.Marshal(sessions)
	if err != nil {
		return nil, err
	}
	return collect(s, "read what became of suggestions", scanJudged, judgedRows, string(ids), since, UsedPrompts, most)
}

func scanJudged(rows *sql.Rows) (Judged, error) {
	var j Judged
	var at, used int64
	var similarity any // of a ruleset's own search it is whatever was stored
	err := rows.Scan(&j.SessionID, &j.Workspace, &j.Ref.Kind, &j.Ref.ID, &j.DecisionID, &j.Prompt, &at, &j.Wording, &j.Chars,
		&similarity, &j.Became, &j.After, &j.By, &used, &j.Verdict)
	switch s := similarity.(type) {
	case float64:
		j.Similarity = &s
	case int64:
		j.Similarity = new(float64(s))
	}
	j.At, j.UsedAt = fromMillis(at), fromMillis(used)
	return j, err
}

const everSuggested = `SELECT DISTINCT kind, item_id FROM suggestions g WHERE id > ?1 AND id <= ?2`

// EverSuggested returns the items that were ever suggested, by kind and id; what retention
// summed up is among them.
func (s *Store) EverSuggested() ([]abi.Ref, error) {
	all := map[abi.Ref]bool{}
	add := func(query string, args ...any) error {
		refs, err := collect(s, "list what was suggested", func(rows *sql.Rows) (ref abi.Ref, err error) {
			return ref, rows.Scan(&ref.Kind, &ref.ID)
		}, query, args...)
		for _, ref := range refs {
			all[ref] = true
		}
		return err
	}
	err := add(`SELECT DISTINCT kind, item_id FROM totals WHERE suggested > 0`)
	if err == nil {
		err = s.inRanges("suggestions", 0, func(after, last int64) error {
			return add(everSuggested, after, last)
		})
	}
	return slices.SortedFunc(maps.Keys(all), abi.Ref.Compare), err
}
