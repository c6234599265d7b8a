package session

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// ErrNoSession is returned for a decision of a session without any event.
var ErrNoSession = errors.New("no event of this session was recorded")

// ErrTold is returned where another process was faster to tell an item that is told once.
var ErrTold = errors.New("the session was told it meanwhile")

// Apply stores a decision and all its effects at once and returns its id. The
// sequence is that of the event's message, 0 where none was logged. Items that
// were neither activated nor refreshed have one prompt more since they were
// relevant; applying twice for one prompt counts it once. Without a session
// nothing is stored.
func (s *Store) Apply(sessionID string, sequence int64, change Change, decision Decision) (id int64, err error) {
	if sessionID == "" {
		return 0, nil
	}
	if n := len(decision.Answer) + len(decision.Scores) + len(decision.Said) + len(decision.Opinion); n > DecisionBytesMax {
		return 0, fmt.Errorf("store decision: it has %d bytes, at most %d are kept", n, DecisionBytesMax)
	}
	err = s.write("store decision", func(tx *sql.Tx) error {
		id, err = apply(tx, sessionID, sequence, change, decision)
		return err
	})
	return id, err
}

func apply(tx *sql.Tx, sessionID string, sequence int64, change Change, decision Decision) (id int64, err error) {
	a := application{tx: tx, sessionID: sessionID, sequence: sequence, at: decision.At.UnixMilli()}
	if err := a.findPrompt(); err != nil {
		return 0, err
	}
	if id, err = a.insert(decision, change.Neutral); err != nil {
		return 0, err
	}
	return id, a.run(change, decision.RulesetID, id)
}

// application is one Apply under way.
type application struct {
	tx        *sql.Tx
	sessionID string
	sequence  int64
	at        int64
	prompt    int64
}

// findPrompt sets the number of the prompt that the event belongs to and marks
// it as decided.
func (a *application) findPrompt() error {
	err := a.tx.QueryRow(`
UPDATE sessions SET decided = max(decided,
  coalesce((SELECT prompt FROM messages m WHERE m.session_id = ?1 AND m.sequence = ?2), prompts))
WHERE session_id = ?1
RETURNING coalesce((SELECT prompt FROM messages m WHERE m.session_id = ?1 AND m.sequence = ?2), prompts)`,
		a.sessionID, a.sequence).Scan(&a.prompt)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNoSession
	}
	return err
}

const insertDecision = `
INSERT INTO decisions (session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash,
  answer, scores, said, dropped, tier, neutral, durations, fault_code, fault, late, opinion)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func (a *application) insert(d Decision, neutral bool) (int64, error) {
	dropped, err := json.Marshal(append([]Dropped{}, d.Dropped...))
	if err != nil {
		return 0, err
	}
	durations, err := json.Marshal(d.Durations)
	if err != nil {
		return 0, err
	}
	var scores, faultCode, fault, opinion any
	if d.Scores != nil {
		scores = string(d.Scores)
	}
	if d.Fault != nil {
		faultCode, fault = d.Fault.Code, d.Fault.Message
	}
	if d.Opinion != nil {
		opinion = string(d.Opinion)
	}
	result, err := a.tx.Exec(insertDecision, a.sessionID, a.sequence, a.prompt, d.Event, a.at, d.RulesetID, d.RulesetHash, d.InputsHash,
		string(d.Answer), scores, d.Said, string(dropped), d.Tier, neutral, string(durations), faultCode, fault, strings.Join(d.Late, " "), opinion)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (a *application) run(change Change, rulesetID string, decisionID int64) error {
	for _, e := range change.Activate {
		if _, err := a.tx.Exec(activate, a.sessionID, e.Ref.Kind, e.Ref.ID, a.at, e.Reason, e.Score, rulesetID, decisionID, a.prompt); err != nil {
			return fmt.Errorf("activate %s: %w", e.Ref, err)
		}
	}
	for _, item := range change.Refresh {
		if _, err := a.tx.Exec(refresh, a.prompt, a.sessionID, item.Kind, item.ID); err != nil {
			return fmt.Errorf("refresh %s: %w", item, err)
		}
	}
	for _, e := range change.Deactivate {
		if err := a.deactivate(e); err != nil {
			return fmt.Errorf("deactivate %s: %w", e.Ref, err)
		}
	}
	for _, item := range change.Told {
		if err := a.once(change, item.Ref); err != nil {
			return err
		}
		if _, err := a.tx.Exec(tell, a.sessionID, item.Ref.Kind, item.Ref.ID, decisionID, a.sequence, a.prompt, a.at, item.Wording, item.Chars); err != nil {
			return fmt.Errorf("note that %s was told: %w", item.Ref, err)
		}
	}
	return nil
}

// once returns ErrTold where an item that is told once is known already.
func (a *application) once(change Change, item abi.Ref) error {
	if !change.Once {
		return nil
	}
	var known bool
	err := a.tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM suggestions WHERE session_id = ? AND kind = ? AND item_id = ? AND forgotten = 0)`,
		a.sessionID, item.Kind, item.ID).Scan(&known)
	if err == nil && known {
		err = ErrTold
	}
	return err
}

// TakeBack takes a decision back whose answer nobody read, with what it told and activated.
func (s *Store) TakeBack(decisionID int64) error {
	return s.write("take a decision back", func(tx *sql.Tx) error { return takeBack(tx, decisionID) })
}

func takeBack(tx *sql.Tx, decisionID int64) error {
	for _, statement := range []string{
		`DELETE FROM suggestions WHERE decision_id = ?1 AND session_id = (SELECT session_id FROM decisions WHERE id = ?1)`,
		`DELETE FROM active_items WHERE decision_id = ?1 AND session_id = (SELECT session_id FROM decisions WHERE id = ?1)`,
		`DELETE FROM decisions WHERE id = ?1`,
	} {
		if _, err := tx.Exec(statement, decisionID); err != nil {
			return err
		}
	}
	return nil
}

// takeBackAll takes back all that an event told, of other sessions' work, too.
func takeBackAll(tx *sql.Tx, event abi.Event) error {
	var told sql.NullInt64
	err := tx.QueryRow(`SELECT max(id) FROM decisions d WHERE session_id = ? AND decided_at = ? AND EXISTS (SELECT 1 FROM suggestions WHERE decision_id = d.id)`,
		event.SessionID, event.Time.UnixMilli()).Scan(&told)
	if err == nil && told.Valid {
		err = takeBack(tx, told.Int64)
	}
	if err != nil || event.Name != abi.EventSessionStarted || event.Source == "resume" || event.Source == "compact" { // of one's own work, nothing is noted
		return err
	}
	for _, table := range []string{"sessions", "handoff_files"} {
		if _, err := tx.Exec(`UPDATE `+table+` SET handed_to = '' WHERE handed_to = ?`, event.SessionID); err != nil {
			return err
		}
	}
	return nil
}

func (a *application) deactivate(e abi.Entry) error {
	result, err := a.tx.Exec(deactivate, a.at, e.Reason, a.sessionID, e.Ref.Kind, e.Ref.ID)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = a.tx.Exec(withdraw, a.sessionID, e.Ref.Kind, e.Ref.ID)
	return err
}
