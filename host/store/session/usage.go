package session

import (
	"database/sql"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// UsageHalfLife is the age at which a suggestion counts half. Exponential
// forgetting follows people who change what they do; a month spans the bursts in
// which they work on one thing.
const UsageHalfLife = 30 * 24 * time.Hour

// FeedbackWeight is how many suggestions a verdict of the user counts as, good as
// used ones, bad as others. With (used+1)/(suggested+2) one verdict by itself gives
// odds of four to one, and that is as far as use moves a score: see package rank.
const FeedbackWeight = 3

// Usage counts the outcomes of an item's suggestions in one workspace, and the user's
// verdicts on the item. Open suggestions do not count, nor do suggestions used too late
// to know why.
type Usage struct {
	Suggested, Used int // ever
	Good, Bad       int // verdicts, one for each session

	LastUsed time.Time // when the newest used suggestion was told; zero: none, or retention summed it up

	// The same, a verdict as FeedbackWeight suggestions, each counted as 2^(−age/UsageHalfLife), in straight lines between
	// whole half-lives, at most 7 % more. What retention summed up is as old as
	// the newest of it.
	Weighted, WeightedUsed float64
}

// String returns the usage in the words of `why`; "" where nothing is known.
func (u Usage) String() string {
	var parts []string
	switch {
	case u.Suggested == 1 && u.Used == 1:
		parts = append(parts, "used the one time it was suggested here")
	case u.Suggested == 1:
		parts = append(parts, "not used the one time it was suggested here")
	case u.Suggested > 1:
		parts = append(parts, fmt.Sprintf("used %d of the %d times it was suggested here", u.Used, u.Suggested))
	}
	var said []string
	for _, verdict := range []struct {
		word  string
		count int
	}{{Good, u.Good}, {Bad, u.Bad}} {
		switch {
		case verdict.count == 1:
			said = append(said, verdict.word+" once")
		case verdict.count > 1:
			said = append(said, fmt.Sprintf("%s %d times", verdict.word, verdict.count))
		}
	}
	if len(said) > 0 {
		parts = append(parts, fmt.Sprintf("you called it %s (each counts as %d suggestions)", strings.Join(said, " and "), FeedbackWeight))
	}
	return strings.Join(parts, "; ")
}

// settled are the suggestions (g) of sessions (s) that count: used in time, or
// not used when they could have been. ?4 is UsedPrompts.
const settled = `CASE WHEN g.invoked_at IS NULL
      THEN ` + showsUse + ` AND (s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?4) ELSE g.invoked_after <= ?4 END`

// usages weighs in the database, which knows shifts but no powers, as weigh does.
// ?1 workspace, ?2 now and ?3 the half-life in milliseconds, ?5 the session that
// does not count, ?7 through when what is at rest is known already, ?8 what a
// verdict counts.
const usages = `
SELECT kind, item_id, sum(suggested), sum(used), sum(good), sum(bad), max(used_at),
  sum((suggested + ?8 * (good + bad)) * weight), sum((used + ?8 * good) * weight)
FROM (
  SELECT kind, item_id, suggested, used, used_at, good, bad, (1 - age % ?3 / (2.0 * ?3)) / (1 << min(age / ?3, 60)) AS weight
  FROM (
    SELECT g.kind, g.item_id, 1 AS suggested, g.invoked_at IS NOT NULL AS used, iif(g.invoked_at IS NULL, 0, g.told_at) AS used_at, 0 AS good, 0 AS bad, max(0, ?2 - g.told_at) AS age
    FROM sessions s JOIN suggestions g USING (session_id)
    WHERE s.workspace = ?1 AND s.last_active > ?7 AND s.session_id <> ?5 AND ` + settled + `
    UNION ALL
    SELECT kind, item_id, invoked + ignored, invoked, 0, good, bad, max(0, ?2 - max(last_told, last_given)) FROM totals WHERE workspace = ?1))
GROUP BY 1, 2 LIMIT ?6`

// verdictsHere gives the feedback in a workspace, with its age. It is rare, so
// nobody asks where there is none at all.
const verdictsHere = `
SELECT f.kind, f.item_id, f.verdict = 'good', max(0, ?2 - f.given_at)
FROM feedback f CROSS JOIN sessions s USING (session_id) WHERE s.workspace = ?1 ORDER BY f.id DESC LIMIT ?3`

// Usage returns what became of the suggestions of all items in a workspace, at
// most RowsMax of those that are not at rest; see SumUp. The session under way
// is left out, but for verdicts: what it was told it still knows, used or not. An item that is
// missing was never suggested, or nothing has come of it yet. Without a workspace
// nothing is known.
func (s *Store) Usage(workspace, underWay string, now time.Time) (map[abi.Ref]Usage, error) {
	if workspace == "" {
		return map[abi.Ref]Usage{}, nil
	}
	rest, err := s.atRest(workspace, underWay, now)
	if err != nil {
		return rest.usage, err
	}
	if err := s.addUsage(rest.usage, workspace, underWay, now, rest.through); err != nil || !rest.feedback {
		return rest.usage, err
	}
	return rest.usage, s.addVerdicts(rest.usage, workspace, now)
}

// addVerdicts adds what the user said, in the session under way too: it is said of
// the item and not of a suggestion.
func (s *Store) addVerdicts(usage map[abi.Ref]Usage, workspace string, now time.Time) error {
	_, err := collect(s, "read feedback", func(rows *sql.Rows) (struct{}, error) {
		var item abi.Ref
		var good bool
		var age int64
		err := rows.Scan(&item.Kind, &item.ID, &good, &age)
		verdict := Usage{Bad: 1, Weighted: FeedbackWeight * weigh(age)}
		if good {
			verdict = Usage{Good: 1, Weighted: verdict.Weighted, WeightedUsed: verdict.Weighted}
		}
		usage[item] = usage[item].plus(verdict)
		return struct{}{}, err
	}, verdictsHere, workspace, now.UnixMilli(), RowsMax)
	return err
}

// addUsage adds what became of suggestions in sessions that were touched since.
func (s *Store) addUsage(usage map[abi.Ref]Usage, workspace, underWay string, now time.Time, since int64) error {
	_, err := collect(s, "read usage", func(rows *sql.Rows) (struct{}, error) {
		var item abi.Ref
		var u Usage
		var last int64
		err := rows.Scan(&item.Kind, &item.ID, &u.Suggested, &u.Used, &u.Good, &u.Bad, &last, &u.Weighted, &u.WeightedUsed)
		u.usedAt(last)
		usage[item] = usage[item].plus(u)
		return struct{}{}, err
	}, usages, workspace, now.UnixMilli(), UsageHalfLife.Milliseconds(), UsedPrompts, underWay, RowsMax, since, FeedbackWeight)
	return err
}

// usedAt notes a use at a time in milliseconds; 0: none.
func (u *Usage) usedAt(at int64) {
	if at > 0 && (u.LastUsed.IsZero() || at > u.LastUsed.UnixMilli()) {
		u.LastUsed = fromMillis(at)
	}
}

func (u Usage) plus(other Usage) Usage {
	if !other.LastUsed.IsZero() {
		u.usedAt(other.LastUsed.UnixMilli())
	}
	return Usage{
		LastUsed:  u.LastUsed,
		Suggested: u.Suggested + other.Suggested, Used: u.Used + other.Used,
		Good: u.Good + other.Good, Bad: u.Bad + other.Bad,
		Weighted: u.Weighted + other.Weighted, WeightedUsed: u.WeightedUsed + other.WeightedUsed,
	}
}
