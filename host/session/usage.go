package session

import (
	"database/sql"
	"fmt"
	"time"
)

// UsageHalfLife is the age at which a suggestion counts half. Exponential
// forgetting follows people who change what they do; a month spans the bursts in
// which they work on one thing.
const UsageHalfLife = 30 * 24 * time.Hour

// Usage is what became of an item's suggestions in one workspace. Those that are
// still open count nowhere, and neither do those used too late to tell why.
type Usage struct {
	Suggested, Used int // ever

	// The same, each counted as 2^(−age/UsageHalfLife), in straight lines between
	// whole half-lives, at most 7 % more. What retention summed up is as old as
	// the newest of it.
	Weighted, WeightedUsed float64
}

// String says it as `why` does.
func (u Usage) String() string {
	return fmt.Sprintf("used %d of %d times here", u.Used, u.Suggested)
}

// usages weighs in the database, which knows shifts but no powers. ?1 workspace,
// ?2 now and ?3 the half-life in milliseconds, ?4 UsedPrompts, ?5 the session
// that does not count.
const usages = `
SELECT kind, item_id, sum(suggested), sum(used), sum(suggested * weight), sum(used * weight)
FROM (
  SELECT kind, item_id, suggested, used, (1 - age % ?3 / (2.0 * ?3)) / (1 << min(age / ?3, 60)) AS weight
  FROM (
    SELECT g.kind, g.item_id, 1 AS suggested, g.invoked_at IS NOT NULL AS used, max(0, ?2 - g.told_at) AS age
    FROM sessions s JOIN suggestions g USING (session_id)
    WHERE s.workspace = ?1 AND s.session_id <> ?5 AND CASE WHEN g.invoked_at IS NULL
      THEN s.ended_at IS NOT NULL OR s.prompts - g.prompt > ?4 ELSE g.invoked_after <= ?4 END
    UNION ALL
    SELECT kind, item_id, invoked + ignored, invoked, max(0, ?2 - last_told) FROM totals WHERE workspace = ?1))
GROUP BY 1, 2 LIMIT ?6`

// Usage gives what became of the suggestions of all items in a workspace, at
// most RowsMax, in one question. The session under way is left out: what it was
// told it still knows, used or not. An item that is missing was never suggested,
// or nothing has come of it yet. Without a workspace nothing is known.
func (s *Store) Usage(workspace, underWay string, now time.Time) (map[Key]Usage, error) {
	usage := map[Key]Usage{}
	if workspace == "" {
		return usage, nil
	}
	_, err := collect(s, "read usage", func(rows *sql.Rows) (struct{}, error) {
		var item Key
		var u Usage
		err := rows.Scan(&item.Kind, &item.ID, &u.Suggested, &u.Used, &u.Weighted, &u.WeightedUsed)
		usage[item] = u
		return struct{}{}, err
	}, usages, workspace, now.UnixMilli(), UsageHalfLife.Milliseconds(), UsedPrompts, underWay, RowsMax)
	return usage, err
}
