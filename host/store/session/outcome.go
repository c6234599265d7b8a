package session

import (
	"cmp"
	"database/sql"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// UsedPrompts is the number of prompts after its suggestion within which an item must
// be invoked for the suggestion to count as used; 0 is the turn of the suggestion.
const UsedPrompts = 3

// Outcome sums up what became of an item's suggestions in a workspace.
type Outcome struct {
	Workspace string
	Ref       abi.Ref `json:"ref"`
	Counts
	Wordings []WordingOutcome // the same by wording, most suggested first
}

// WordingOutcome is the part of an outcome with one wording; the wording is empty where
// the item was not suggested or the wording was not kept.
type WordingOutcome struct {
	Wording string
	Counts
}

// Counts are of suggestions. Those that are still open are Suggested minus
// Invoked, Late and Ignored.
type Counts struct {
	Suggested    int
	Invoked      int // within UsedPrompts
	ByUser       int // of those invoked: the user called it by its name
	Late         int // invoked after that
	Ignored      int
	Good, Bad    int       // what the user said, once an item and session
	Chars        int       // UTF-16 units that were said
	CarriedChars int       // the same for each later prompt of the session that brought them along
	LastTold     time.Time // zero: never
}

// OutcomesOf selects outcomes.
type OutcomesOf struct {
	Workspace string
	All       bool      // every workspace instead
	Since     time.Time // told or said since; what retention summed up has no date and counts only without one
}

// judged counts the suggestions that a condition in ?3.. selects. A suggestion
// is ignored once its session ended or more than UsedPrompts prompts passed.
const judged = `
SELECT s.workspace, g.kind, g.item_id, g.wording, count(*) AS suggested,
  count(*) FILTER (WHERE g.invoked_after <= ?1) AS invoked,
  count(*) FILTER (WHERE g.invoked_after <= ?1 AND g.invoked_by = 'user') AS by_user,
  count(*) FILTER (WHERE g.invoked_after > ?1) AS late,
  count(*) FILTER (WHERE g.invoked_at IS NULL AND (?2 OR s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?1)) AS ignored,
  sum(g.chars) AS chars, sum(g.chars * max(0, coalesce(g.carried, s.prompts - g.prompt))) AS carried_chars,
  max(g.told_at) AS last_told
FROM suggestions g JOIN sessions s USING (session_id)`

const judgedGroups = ` GROUP BY s.workspace, g.kind, g.item_id, g.wording`

// verdicts counts the feedback that a condition selects.
const verdicts = `
SELECT s.workspace, f.kind, f.item_id, f.wording, count(*) FILTER (WHERE f.verdict = 'good') AS good,
  count(*) FILTER (WHERE f.verdict = 'bad') AS bad, max(f.given_at) AS last_given
FROM feedback f JOIN sessions s USING (session_id)`

const verdictGroups = ` GROUP BY s.workspace, f.kind, f.item_id, f.wording`

const outcomes = `
SELECT workspace, kind, item_id, wording, sum(suggested), sum(invoked), sum(by_user), sum(late), sum(ignored),
  sum(good), sum(bad), sum(chars), sum(carried_chars), max(last_told)
FROM (
  SELECT workspace, kind, item_id, wording, suggested, invoked, by_user, late, ignored, good, bad, chars, carried_chars, last_told
  FROM totals WHERE (?4 OR workspace = ?3) AND ?5 = 0
  UNION ALL SELECT workspace, kind, item_id, wording, suggested, invoked, by_user, late, ignored, 0, 0, chars, carried_chars, last_told
  FROM (` + judged + ` WHERE (?4 OR s.workspace = ?3) AND g.told_at >= ?5` + judgedGroups + `)
  UNION ALL SELECT workspace, kind, item_id, wording, 0, 0, 0, 0, 0, good, bad, 0, 0, 0
  FROM (` + verdicts + ` WHERE (?4 OR s.workspace = ?3) AND f.given_at >= ?5` + verdictGroups + `))
GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ?6`

// outcomeRowsMax bounds what Outcomes reads, counted by wording.
const outcomeRowsMax = 10 * RowsMax

// Outcomes returns what became of the items that were ever suggested or spoken of,
// most suggested first, at most RowsMax.
func (s *Store) Outcomes(of OutcomesOf) ([]Outcome, error) {
	since := int64(0)
	if !of.Since.IsZero() {
		since = of.Since.UnixMilli()
	}
	var all []*Outcome
	type place struct {
		workspace string
		item      abi.Ref
	}
	known := map[place]*Outcome{}
	_, err := collect(s, "read outcomes", func(rows *sql.Rows) (struct{}, error) {
		var at place
		w, err := scanWording(rows, &at.workspace, &at.item)
		o := known[at]
		if o == nil {
			o = &Outcome{Workspace: at.workspace, Ref: at.item}
			known[at], all = o, append(all, o)
		}
		o.Counts = o.Plus(w.Counts)
		o.Wordings = append(o.Wordings, w)
		return struct{}{}, err
	}, outcomes, UsedPrompts, false, of.Workspace, of.All, since, outcomeRowsMax)
	slices.SortStableFunc(all, func(a, b *Outcome) int {
		return cmp.Or(b.Suggested-a.Suggested, cmp.Compare(a.Workspace, b.Workspace), a.Ref.Compare(b.Ref))
	})
	result := make([]Outcome, 0, len(all))
	for _, o := range all[:min(len(all), RowsMax)] {
		result = append(result, *o)
	}
	return result, err
}

func scanWording(rows *sql.Rows, workspace *string, item *abi.Ref) (WordingOutcome, error) {
	var w WordingOutcome
	var at int64
	err := rows.Scan(workspace, &item.Kind, &item.ID, &w.Wording, &w.Suggested, &w.Invoked, &w.ByUser, &w.Late, &w.Ignored,
		&w.Good, &w.Bad, &w.Chars, &w.CarriedChars, &at)
	w.LastTold = fromMillis(at)
	return w, err
}

// Usefulness is the smoothed share of suggestions that were used, a verdict as
// FeedbackWeight of them, ½ where nothing is known; older ones count like recent
// ones here.
func (c Counts) Usefulness() float64 {
	used := c.Invoked + FeedbackWeight*c.Good
	return float64(used+1) / float64(used+c.Ignored+FeedbackWeight*c.Bad+2)
}

// Plus returns the sum of both; the last suggestion is the later of the two.
func (c Counts) Plus(other Counts) Counts {
	if other.LastTold.Before(c.LastTold) {
		other.LastTold = c.LastTold
	}
	return Counts{
		Suggested: c.Suggested + other.Suggested, Invoked: c.Invoked + other.Invoked, ByUser: c.ByUser + other.ByUser,
		Late: c.Late + other.Late, Ignored: c.Ignored + other.Ignored, Good: c.Good + other.Good, Bad: c.Bad + other.Bad,
		Chars: c.Chars + other.Chars, CarriedChars: c.CarriedChars + other.CarriedChars, LastTold: other.LastTold,
	}
}
