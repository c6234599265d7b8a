package session

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
)

// Shadowed is an evaluation beside the decision that it is compared with.
type Shadowed struct {
	Shadow
	SessionID string
	Prompt    string // the preview that is kept of it; "" where none is
	Made      Decided
}

// Decided is who decided and what.
type Decided struct {
	Ruleset  Version
	Event    string
	Answer   json.RawMessage
	Sequence int64 // of the event's message
	Prompt   int   // number of the prompt that it belongs to
	HasTrace bool
}

// shadowedRows are those that one query reads, so that none takes long.
const shadowedRows = 100

const shadowed = `
SELECT w.decision_id, w.ruleset_id, w.ruleset_hash, w.evaluated_at, w.verdict, w.answer, w.reason, w.fuel, w.micros,
  d.session_id, coalesce((SELECT content_preview FROM messages m
    WHERE m.session_id = d.session_id AND m.sequence = d.sequence AND m.role = 'user'), ''),
  d.ruleset_id, d.ruleset_hash, d.event_type, d.answer, d.sequence, d.prompt, EXISTS (SELECT 1 FROM traces t WHERE t.decision_id = d.id)
FROM shadows w CROSS JOIN decisions d ON d.id = w.decision_id
WHERE +w.ruleset_id = ?1 AND w.decision_id < ?2 ORDER BY w.decision_id DESC LIMIT ?3` // by the index on decisions, not by that on rulesets

// Shadowed returns the evaluations of a ruleset, all its versions, that of the
// newest decision first.
func (s *Store) Shadowed(rulesetID string) ([]Shadowed, error) {
	var all []Shadowed
	for before := int64(math.MaxInt64); ; before = all[len(all)-1].DecisionID {
		some, err := collect(s, "read shadows", scanShadowed, shadowed, rulesetID, before, shadowedRows)
		if all = append(all, some...); err != nil || len(some) < shadowedRows {
			return all, err
		}
	}
}

func scanShadowed(rows *sql.Rows) (Shadowed, error) {
	var w Shadowed
	var at int64
	var answer, decided string
	err := rows.Scan(&w.DecisionID, &w.Ruleset.ID, &w.Ruleset.Hash, &at, &w.Verdict, &answer, &w.Reason, &w.Fuel, &w.Micros,
		&w.SessionID, &w.Prompt, &w.Made.Ruleset.ID, &w.Made.Ruleset.Hash, &w.Made.Event, &decided, &w.Made.Sequence, &w.Made.Prompt, &w.Made.HasTrace)
	w.At, w.Answer, w.Made.Answer = fromMillis(at), json.RawMessage(answer), json.RawMessage(decided)
	return w, err
}

// ShadowRulesets names the rulesets with evaluations, and the version of each
// that was asked last.
func (s *Store) ShadowRulesets() ([]Version, error) {
	return collect(s, "list shadows", func(rows *sql.Rows) (Version, error) {
		var v Version
		return v, rows.Scan(&v.ID, &v.Hash)
	}, `SELECT ruleset_id, ruleset_hash FROM shadows WHERE id IN (SELECT max(id) FROM shadows GROUP BY ruleset_id) ORDER BY ruleset_id LIMIT ?`, RowsMax)
}

// ShadowsLeft counts decisions, from the first that a version was asked about,
// that it was not asked about: those that may still be, and those whose trace is
// no longer kept.
func (s *Store) ShadowsLeft(v Version) (waiting, dropped int, err error) {
	var first int64 // 0: it was asked about none
	what := fmt.Sprintf("count decisions that %s was not asked about", v.ID)
	if err := s.db.QueryRow(`SELECT coalesce(min(decision_id), 0) FROM shadows WHERE ruleset_id = ? AND ruleset_hash = ?`, v.ID, v.Hash).Scan(&first); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", what, err)
	}
	if first == 0 {
		return 0, 0, nil
	}
	err = s.inRanges("decisions", first, func(after, last int64) error {
		var some, gone int
		if err := s.db.QueryRow(shadowsLeft, v.ID, v.Hash, after, last).Scan(&some, &gone); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		waiting, dropped = waiting+some, dropped+gone
		return nil
	})
	return waiting, dropped, err
}

const shadowsLeft = `
SELECT coalesce(sum(traced), 0), coalesce(sum(NOT traced), 0) FROM (
  SELECT EXISTS (SELECT 1 FROM traces t WHERE t.decision_id = d.id) AS traced FROM decisions d
  WHERE d.ruleset_id <> '' AND d.id > ?3 AND d.id <= ?4
    AND NOT EXISTS (SELECT 1 FROM shadows w WHERE w.decision_id = d.id AND w.ruleset_id = ?1 AND w.ruleset_hash = ?2))`
