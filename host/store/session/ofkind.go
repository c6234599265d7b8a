package session

import (
	"database/sql"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Suggestion is one suggestion of an item, in whichever workspace.
type Suggestion struct {
	Ref       abi.Ref
	Workspace string
	SessionID string
	At        time.Time
	UsedAt    time.Time // zero: not used
	Settled   bool      // it was used, its session ended, or more than UsedPrompts prompts passed
}

// SummedUp is what retention left of an item's suggestions: counts, and one time for all.
type SummedUp struct {
	Ref       abi.Ref
	Workspace string
	Told      int
	Used      int // in time or late
	Good, Bad int // verdicts
	LastTold  time.Time
}

// ofKindMax bounds what SuggestionsOf reads: the newest.
const ofKindMax = 100_000

// SuggestionsOf returns the suggestions of a kind's items in all workspaces since a time, the
// oldest first, of at most a hundred thousand. What retention deleted is in SummedUp.
func (s *Store) SuggestionsOf(kind string, since time.Time) ([]Suggestion, error) {
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	var all []Suggestion
	err := s.inRanges("suggestions", 0, func(after, last int64) error {
		some, err := collect(s, "read suggestions", func(rows *sql.Rows) (Suggestion, error) {
			t := Suggestion{Ref: abi.Ref{Kind: kind}}
			var at, used int64
			err := rows.Scan(&t.Ref.ID, &t.Workspace, &t.SessionID, &at, &used, &t.Settled)
			t.At, t.UsedAt = fromMillis(at), fromMillis(used)
			return t, err
		}, suggestionsOf, kind, from, UsedPrompts, after, last)
		all = append(all, some...)
		all = all[max(0, len(all)-ofKindMax):]
		return err
	})
	slices.SortStableFunc(all, func(a, b Suggestion) int { return a.At.Compare(b.At) })
	return all, err
}

const suggestionsOf = `
SELECT g.item_id, s.workspace, g.session_id, g.told_at, coalesce(g.invoked_at, 0),
  g.invoked_at IS NOT NULL OR s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?3
FROM suggestions g JOIN sessions s USING (session_id)
WHERE g.kind = ?1 AND g.told_at >= ?2 AND g.id > ?4 AND g.id <= ?5 ORDER BY g.id`

// SummedUp returns what retention left of the suggestions of a kind's items, and the user's
// verdicts on them, those of sessions that are still there among them.
func (s *Store) SummedUp(kind string) ([]SummedUp, error) {
	return collect(s, "read what retention left", func(rows *sql.Rows) (SummedUp, error) {
		u := SummedUp{Ref: abi.Ref{Kind: kind}}
		var last int64
		err := rows.Scan(&u.Ref.ID, &u.Workspace, &u.Told, &u.Used, &u.Good, &u.Bad, &last)
		u.LastTold = fromMillis(last)
		return u, err
	}, `
SELECT item_id, workspace, sum(told), sum(used), sum(good), sum(bad), max(last_told) FROM (
  SELECT item_id, workspace, suggested AS told, invoked + late AS used, good, bad, last_told FROM totals WHERE kind = ?1
  UNION ALL
  SELECT f.item_id, s.workspace, 0, 0, f.verdict = 'good', f.verdict = 'bad', 0
  FROM feedback f JOIN sessions s USING (session_id) WHERE f.kind = ?1)
GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ?2`, kind, ofKindMax)
}

// LastSessions returns the ids of a workspace's last sessions that had a prompt, the newest
// first, at most so many and RowsMax.
func (s *Store) LastSessions(workspace string, most int) ([]string, error) {
	return collect(s, "read the last sessions", func(rows *sql.Rows) (id string, err error) {
		return id, rows.Scan(&id)
	}, `SELECT session_id FROM sessions WHERE workspace = ? AND prompts > 0 ORDER BY last_active DESC, session_id LIMIT ?`, workspace, min(most, RowsMax))
}
