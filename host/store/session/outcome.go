package session

import (
	"cmp"
	"database/sql"
	"maps"
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

// showsUse selects the suggestions (g) whose use an event would tell. Whether a place of the
// sources was read there, none does: its suggestions stay open.
const showsUse = `g.kind <> '` + abi.KindCode + `'`

// judged counts the suggestions that a condition in ?3.. selects. A suggestion
// is ignored once its session ended or more than UsedPrompts prompts passed.
const judged = `
SELECT s.workspace, g.kind, g.item_id, g.wording, count(*) AS suggested,
  count(*) FILTER (WHERE g.invoked_after <= ?1) AS invoked,
  count(*) FILTER (WHERE g.invoked_after <= ?1 AND g.invoked_by = 'user') AS by_user,
  count(*) FILTER (WHERE g.invoked_after > ?1) AS late,
  count(*) FILTER (WHERE g.invoked_at IS NULL AND ` + showsUse + ` AND (?2 OR s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?1)) AS ignored,
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

// outcomeColumns are what scanCounted reads.
const outcomeColumns = `SELECT workspace, kind, item_id, wording, suggested, invoked, by_user, late, ignored, good, bad, chars, carried_chars, last_told FROM `

// The three parts of outcomes: what retention summed up, the verdicts, and the suggestions with
// ids above ?6 and up to ?7. ?3 is a workspace, ?4 whether all count, ?5 since when.
const (
	outcomesKept = outcomeColumns + `totals WHERE (?4 OR workspace = ?3) AND ?5 = 0`
	outcomesSaid = outcomeColumns + `(SELECT *, 0 AS suggested, 0 AS invoked, 0 AS by_user, 0 AS late, 0 AS ignored, 0 AS chars, 0 AS carried_chars, 0 AS last_told FROM (` +
		verdicts + ` WHERE (?4 OR s.workspace = ?3) AND f.given_at >= ?5` + verdictGroups + `))`
	outcomesTold = outcomeColumns + `(SELECT *, 0 AS good, 0 AS bad FROM (` +
		judged + ` WHERE g.id > ?6 AND g.id <= ?7 AND (?4 OR s.workspace = ?3) AND g.told_at >= ?5` + judgedGroups + `))`
)

// wordingOf is what outcomes are counted by.
type wordingOf struct {
	workspace string
	item      abi.Ref
	wording   string
}

// counted is a part of what is counted of a wording.
type counted struct {
	of wordingOf
	Counts
}

// Outcomes returns what became of the items that were ever suggested or spoken of,
// most suggested first. It reads by many short queries: what is stored or summed up meanwhile
// may be in it or not.
func (s *Store) Outcomes(of OutcomesOf) ([]Outcome, error) {
	since := int64(0)
	if !of.Since.IsZero() {
		since = of.Since.UnixMilli()
	}
	sums := map[wordingOf]Counts{}
	add := func(query string, args ...any) error {
		args = append([]any{UsedPrompts, false, of.Workspace, of.All, since}, args...)
		parts, err := collect(s, "read outcomes", scanCounted, query, args...)
		for _, part := range parts {
			sums[part.of] = part.Plus(sums[part.of])
		}
		return err
	}
	err := add(outcomesKept)
	if err == nil {
		err = add(outcomesSaid)
	}
	if err == nil {
		err = s.inRanges("suggestions", 0, func(after, last int64) error { return add(outcomesTold, after, last) })
	}
	return byItem(sums), err
}

// byItem gathers wordings by their items, most suggested first.
func byItem(sums map[wordingOf]Counts) []Outcome {
	items := map[wordingOf]*Outcome{}
	for of, counts := range sums {
		item := wordingOf{workspace: of.workspace, item: of.item}
		o := items[item]
		if o == nil {
			o = &Outcome{Workspace: of.workspace, Ref: of.item}
			items[item] = o
		}
		o.Counts = o.Plus(counts)
		o.Wordings = append(o.Wordings, WordingOutcome{Wording: of.wording, Counts: counts})
	}
	all := slices.SortedFunc(maps.Values(items), func(a, b *Outcome) int {
		return cmp.Or(b.Suggested-a.Suggested, cmp.Compare(a.Workspace, b.Workspace), a.Ref.Compare(b.Ref))
	})
	result := make([]Outcome, 0, len(all))
	for _, o := range all {
		slices.SortFunc(o.Wordings, func(a, b WordingOutcome) int {
			return cmp.Or(b.Suggested-a.Suggested, cmp.Compare(a.Wording, b.Wording))
		})
		result = append(result, *o)
	}
	return result
}

func scanCounted(rows *sql.Rows) (counted, error) {
	var c counted
	var at int64
	err := rows.Scan(&c.of.workspace, &c.of.item.Kind, &c.of.item.ID, &c.of.wording, &c.Suggested, &c.Invoked, &c.ByUser, &c.Late, &c.Ignored,
		&c.Good, &c.Bad, &c.Chars, &c.CarriedChars, &at)
	c.LastTold = fromMillis(at)
	return c, err
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
