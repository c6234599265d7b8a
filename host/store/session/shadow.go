package session

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Limits of what is kept of rulesets that only look on.
const (
	ShadowsKept    = 5000 // evaluations of all rulesets, the newest
	shadowBytesMax = 64 << 10
	reasonCharsMax = 500
)

// Verdicts of an evaluation, besides those by which two decisions compare: "same",
// "more", "less", "other", "withdrawals".
const (
	VerdictUnknown = "not_comparable" // it asked what the trace cannot answer
	VerdictFault   = "fault"
)

// Version is one version of a ruleset.
type Version struct {
	ID   string `json:"id"`
	Hash string `json:"hash"`
}

// Shadow is what a ruleset that only looks on would have decided.
type Shadow struct {
	DecisionID int64
	Ruleset    Version
	At         time.Time
	Verdict    string
	Answer     json.RawMessage // abi.Decision in the canonical encoding; {} where there is none
	Reason     string          // what the trace could not answer, or the fault
	Fuel       int64
	Micros     int64
}

// SaveShadow keeps an evaluation in place of an earlier one of the same decision
// by the same ruleset, and drops all but the newest ShadowsKept.
func (s *Store) SaveShadow(e Shadow) error {
	if len(e.Answer) > shadowBytesMax {
		return fmt.Errorf("store shadow of %s: its answer has %d bytes, at most %d are kept", e.Ruleset.ID, len(e.Answer), shadowBytesMax)
	}
	return s.write("store shadow", func(tx *sql.Tx) error {
		_, err := tx.Exec(`
INSERT OR REPLACE INTO shadows (decision_id, ruleset_id, ruleset_hash, evaluated_at, verdict, answer, reason, fuel, micros)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE EXISTS (SELECT 1 FROM decisions WHERE id = ?1)`,
			e.DecisionID, e.Ruleset.ID, e.Ruleset.Hash, e.At.UnixMilli(), e.Verdict, string(e.Answer), firstChars(e.Reason, reasonCharsMax), e.Fuel, e.Micros)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM shadows WHERE id <= (SELECT id FROM shadows ORDER BY id DESC LIMIT 1 OFFSET ?)`, ShadowsKept)
		return err
	})
}

// Unshadowed is a decision that a ruleset was not asked about.
type Unshadowed struct {
	DecisionID int64
	StartedAt  time.Time // of the session, UTC
	Ruleset    int       // its place among those asked for
}

const unshadowed = `
SELECT d.id, s.started_at, v.key FROM decisions d JOIN sessions s USING (session_id) JOIN traces t ON t.decision_id = d.id, json_each(?2) v
WHERE (?1 = '' OR d.session_id = ?1) AND d.ruleset_id <> '' AND NOT EXISTS (
  SELECT 1 FROM shadows w
  WHERE w.decision_id = d.id AND w.ruleset_id = v.value ->> 'id' AND w.ruleset_hash = v.value ->> 'hash')
ORDER BY d.id, v.key LIMIT ?3`

// Unshadowed returns decisions of a session, or for "" of all, that have a trace
// and that one of these versions was not asked about, oldest first, at most so
// many.
func (s *Store) Unshadowed(sessionID string, versions []Version, limit int) ([]Unshadowed, error) {
	encoded, err := json.Marshal(versions)
	if err != nil {
		return nil, err
	}
	return collect(s, "find decisions to shadow", func(rows *sql.Rows) (Unshadowed, error) {
		var u Unshadowed
		var started int64
		err := rows.Scan(&u.DecisionID, &started, &u.Ruleset)
		u.StartedAt = fromMillis(started)
		return u, err
	}, unshadowed, sessionID, string(encoded), limit)
}

// ForgetShadows drops what is kept of a ruleset's evaluations of a session's decisions, or for
// "" of all.
func (s *Store) ForgetShadows(rulesetID, sessionID string) error {
	return s.write("forget shadows", func(tx *sql.Tx) error {
		_, err := tx.Exec(`
DELETE FROM shadows WHERE ruleset_id = ?1
  AND (?2 = '' OR decision_id IN (SELECT id FROM decisions WHERE session_id = ?2))`, rulesetID, sessionID)
		return err
	})
}

// ShadowFailures counts the newest evaluations of a version that failed, in a
// row, up to most.
func (s *Store) ShadowFailures(v Version, most int) (int, error) {
	verdicts, err := collect(s, "read failures of a shadow", func(rows *sql.Rows) (verdict string, err error) {
		return verdict, rows.Scan(&verdict)
	}, `SELECT verdict FROM shadows WHERE ruleset_id = ? AND ruleset_hash = ? ORDER BY id DESC LIMIT ?`, v.ID, v.Hash, most)
	good := slices.IndexFunc(verdicts, func(verdict string) bool { return verdict != VerdictFault })
	if good < 0 {
		good = len(verdicts)
	}
	return good, err
}
