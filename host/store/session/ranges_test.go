package session

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
)

// longStore has 2,000 sessions with 12,000 decisions and 6,000 suggestions, with gaps among the
// ids of both.
func longStore(t *testing.T) *Store {
	t.Helper()
	store := openTest(t)
	fillStore(t, store, 2000)
	for _, statement := range []string{
		"DELETE FROM suggestions WHERE id BETWEEN 1200 AND 3400",
		"UPDATE suggestions SET id = id + 1000000000 WHERE id > 5000",
		"DELETE FROM decisions WHERE id BETWEEN 5000 AND 6500",
		`INSERT INTO shadows (decision_id, ruleset_id, ruleset_hash, evaluated_at, verdict, answer, reason, fuel, micros)
SELECT id, 'custom/careful', 'h1', decided_at, 'same', '{}', '', 0, 0 FROM decisions WHERE id > 1000 AND id % 3 = 0`,
		"INSERT INTO traces (decision_id, data) SELECT id, x'00' FROM decisions WHERE id % 5 = 0",
	} {
		_, err := store.db.Exec(statement)
		must(t, err)
	}
	return store
}

// Ensure ranges have each row once, and few rows each.
func TestRanges(t *testing.T) {
	store := longStore(t)
	for table, first := range map[string]int64{"suggestions": 0, "decisions": 4990, "messages": 1 << 40} {
		rows, queries, want := 0, 0, 0
		must(t, store.db.QueryRow("SELECT count(*) FROM "+table+" WHERE id > ?", first).Scan(&want))
		must(t, store.inRanges(table, first, func(after, last int64) error {
			queries++
			return store.db.QueryRow("SELECT ?1 + count(*) FROM "+table+" WHERE id > ?2 AND id <= ?3 HAVING count(*) <= ?4", rows, after, last, rangeRows).Scan(&rows)
		}))
		if rows != want || queries != (want+rangeRows-1)/rangeRows {
			t.Errorf("%s: %d of %d rows in %d queries", table, rows, want, queries)
		}
	}
}

// Ensure that what is read in pieces is read along keys, of few rows each: none holds a state
// of the database that cannot be cleaned up meanwhile.
func TestPiecesAreReadAlongKeys(t *testing.T) {
	store := longStore(t)
	for name, query := range map[string]string{
		"outcomes": outcomesTold, "ever suggested": everSuggested, "suggestions of a kind": suggestionsOf,
		"newest decisions": newestDecisions, "decisions of a session": sessionDecisions, "shadows": shadowed, "shadows left": shadowsLeft,
	} {
		plan := planOf(t, store, query)
		for _, whole := range []string{"SCAN s", "SCAN g", "SCAN d", "SCAN m", "SCAN t", "SCAN w", "(rowid>?)\n"} {
			if strings.Contains(plan, whole) {
				t.Errorf("%s: a table is read whole:\n%s", name, plan)
			}
		}
	}
}

// Ensure that what is read in pieces is what one query has.
func TestPiecesAreTheWhole(t *testing.T) {
	store := longStore(t)
	ids := func(query string, args ...any) []int64 {
		t.Helper()
		all, err := collect(store, "read", func(rows *sql.Rows) (id int64, err error) { return id, rows.Scan(&id) }, query, args...)
		must(t, err)
		return all
	}
	idsOf := func(all []Made, err error) (ids []int64) {
		t.Helper()
		must(t, err)
		for _, m := range all {
			ids = append(ids, m.ID)
		}
		return ids
	}
	_, err := store.db.Exec("UPDATE decisions SET session_id = 's7' WHERE id % 7 = 0")
	must(t, err)
	for _, limit := range []int{1, madeRows, madeRows + 1, RowsMax} {
		newest := idsOf(store.Decisions("", limit))
		if diff := cmp.Diff(ids("SELECT id FROM decisions ORDER BY id DESC LIMIT ?", limit), newest); diff != "" {
			t.Errorf("newest %d (-want +got):\n%s", limit, diff)
		}
		of := idsOf(store.Decisions("s7", limit))
		if diff := cmp.Diff(ids("SELECT id FROM decisions WHERE session_id = 's7' ORDER BY id DESC LIMIT ?", limit), of); diff != "" {
			t.Errorf("of a session, %d (-want +got):\n%s", limit, diff)
		}
	}
	if made, there, err := store.DecisionOf(14); err != nil || !there || made.ID != 14 || made.SessionID != "s7" {
		t.Errorf("decision 14: %+v, %v, %v", made, there, err)
	}
	if _, there, err := store.DecisionOf(5500); err != nil || there {
		t.Errorf("there is a decision that was deleted: %v", err)
	}
	waiting, dropped, err := store.ShadowsLeft(careful)
	must(t, err)
	left := fmt.Sprintf("%d %d", waiting, dropped)
	const unasked = "SELECT count(*) FROM decisions WHERE id > (SELECT min(decision_id) FROM shadows) AND id % 3 AND "
	if want := fmt.Sprintf("%d %d", ids(unasked + "id % 5 = 0")[0], ids(unasked + "id % 5")[0]); left != want {
		t.Errorf("%s decisions are left for a shadow, want %s", left, want)
	}
	told, err := store.SuggestionsOf(abi.KindSkill, began.Add(500*time.Hour))
	if want := ids("SELECT count(*) FROM suggestions WHERE told_at >= ?", began.Add(500*time.Hour).UnixMilli())[0]; err != nil || int64(len(told)) != want {
		t.Errorf("%d suggestions, want %d, %v", len(told), want, err)
	}
	if ever, err := store.EverSuggested(); err != nil || len(ever) != 25 {
		t.Errorf("%d items were ever suggested, %v", len(ever), err)
	}
}
