package session

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// Made is a stored decision, with what it did to its session.
type Made struct {
	ID        int64
	SessionID string
	Workspace string
	Sequence  int64 // of the event's message; 0 where none was logged
	Prompt    int   // number of the prompt it belongs to
	Neutral   bool
	HasTrace  bool
	Told      []abi.Ref
	Decision
}

const madeDecisions = madeUntold + `, (SELECT json_group_array(kind || ':' || item_id ORDER BY g.id) FROM suggestions g
    WHERE g.session_id = d.session_id AND g.decision_id = d.id),` + madeRest

const madeUntold = `
SELECT d.id, d.session_id, s.workspace, d.sequence, d.prompt, d.neutral,
  EXISTS (SELECT 1 FROM traces t WHERE t.decision_id = d.id)`

const madeRest = `
  d.event_type, d.decided_at, d.ruleset_id, d.ruleset_hash, d.inputs_hash, d.answer, d.scores, d.said, d.dropped,
  d.tier, d.durations, d.fault_code, d.fault, d.late, d.opinion
FROM decisions d JOIN sessions s USING (session_id)`

// madeRows are the decisions that one query reads, so that none takes long.
const madeRows = 100

const (
	newestDecisions  = madeDecisions + ` WHERE d.id < ?1 AND ?2 = '' ORDER BY d.id DESC LIMIT ?3`
	sessionDecisions = madeDecisions + ` WHERE d.id IN (SELECT id FROM decisions WHERE session_id = ?2 AND id < ?1 ORDER BY id DESC LIMIT ?3) ORDER BY d.id DESC`
)

// Decisions returns the newest decisions first, at most limit and RowsMax, of one
// session or, for "", of all.
func (s *Store) Decisions(sessionID string, limit int) ([]Made, error) {
	query := sessionDecisions
	if sessionID == "" {
		query = newestDecisions
	}
	var all []Made
	for left, before := clampRows(limit), int64(math.MaxInt64); left > 0; {
		some, err := collect(s, "read decisions", scanMade, query, before, sessionID, min(left, madeRows))
		if all = append(all, some...); err != nil || len(some) < madeRows {
			return all, err
		}
		left, before = left-len(some), some[len(some)-1].ID
	}
	return all, nil
}

// DecisionOf returns the decision with an id, if there is one.
func (s *Store) DecisionOf(id int64) (made Made, there bool, err error) {
	found, err := collect(s, "read a decision", scanMade, madeDecisions+` WHERE d.id = ?`, id)
	if err != nil || len(found) == 0 {
		return Made{}, false, err
	}
	return found[0], true, nil
}

func scanMade(rows *sql.Rows) (Made, error) {
	var m Made
	var at int64
	var told, answer, dropped, durations, late string
	var scores, faultCode, fault, opinion sql.NullString
	err := rows.Scan(&m.ID, &m.SessionID, &m.Workspace, &m.Sequence, &m.Prompt, &m.Neutral, &m.HasTrace, &told,
		&m.Event, &at, &m.RulesetID, &m.RulesetHash, &m.InputsHash, &answer, &scores, &m.Said, &dropped,
		&m.Tier, &durations, &faultCode, &fault, &late, &opinion)
	if err != nil {
		return m, err
	}
	m.At, m.Answer = fromMillis(at), json.RawMessage(answer)
	if late != "" {
		m.Late = strings.Fields(late)
	}
	if scores.Valid {
		m.Scores = json.RawMessage(scores.String)
	}
	if opinion.Valid {
		m.Opinion = json.RawMessage(opinion.String)
	}
	if faultCode.Valid {
		m.Fault = &abi.Fault{Code: faultCode.String, Message: fault.String}
	}
	err = errors.Join(json.Unmarshal([]byte(told), &m.Told), json.Unmarshal([]byte(dropped), &m.Dropped),
		json.Unmarshal([]byte(durations), &m.Durations))
	if err != nil {
		return m, fmt.Errorf("decision %d: %w: %w", m.ID, errUnreadable, err)
	}
	return m, nil
}

// errUnreadable is of a decision whose lists do not decode.
var errUnreadable = errors.New("what is stored of it cannot be read")

// IsUnreadable reports whether an error is of one stored decision that cannot be read: others
// may be.
func IsUnreadable(err error) bool { return errors.Is(err, errUnreadable) }
