package session

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Outcomes of a prompt. "" is one of which nothing is known: its hook was killed, or
// an earlier version stored it.
const (
	OutcomeSuggested = "suggested"      // something was told
	OutcomeNotTold   = "not told"       // what was chosen had been told before, or was withheld
	OutcomeNone      = "nothing fitted" // and nothing was told
	OutcomeShort     = "too short"      // it says too little to be about anything
	OutcomeCommand   = "command"        // it calls a command: nothing is decided on it
	OutcomeLate      = "out of time"    // there was no answer, or no ruleset's and the scores at hand had none
	OutcomeRuleset   = "ruleset failed" // and nobody answered in its place
	OutcomeFailed    = "failed"         // for another reason
)

// Prompt is a stored prompt and what became of it.
type Prompt struct {
	SessionID string
	Sequence  int64 // of its message
	Number    int   // in its session, from 1
	At        time.Time
	Text      string // its first characters
	Outcome   string
	Reason    string // in words, where the outcome alone does not tell; else empty
	Decision  *Made  // nil: none is stored
}

const newestPrompts = `
SELECT sequence, prompt, logged_at, content_preview, outcome, reason FROM messages
WHERE session_id = ? AND event_type = '` + abi.EventPrompt + `' ORDER BY sequence DESC LIMIT ?`

const promptDecisions = madeDecisions + `
WHERE d.session_id = ? AND d.event_type = '` + abi.EventPrompt + `' AND d.sequence >= ? ORDER BY d.id DESC LIMIT ?`

// Prompts returns what became of the newest prompts of a session, newest first, at most
// limit and RowsMax.
func (s *Store) Prompts(sessionID string, limit int) ([]Prompt, error) {
	prompts, err := collect(s, "read prompts", func(rows *sql.Rows) (Prompt, error) {
		p := Prompt{SessionID: sessionID}
		var at int64
		err := rows.Scan(&p.Sequence, &p.Number, &at, &p.Text, &p.Outcome, &p.Reason)
		p.At = fromMillis(at)
		return p, err
	}, newestPrompts, sessionID, clampRows(limit))
	if err != nil || len(prompts) == 0 {
		return prompts, err
	}
	made, err := collect(s, "read decisions", scanMade, promptDecisions, sessionID, prompts[len(prompts)-1].Sequence, RowsMax)
	if err != nil {
		return nil, err
	}
	for i := range prompts {
		p := &prompts[i]
		at := slices.IndexFunc(made, func(m Made) bool { return m.Sequence == p.Sequence })
		if at < 0 {
			continue
		}
		p.Decision = &made[at]
		p.Outcome, p.Reason = made[at].outcome()
	}
	return prompts, nil
}

// outcome is that of the prompt that was decided on.
func (m Made) outcome() (outcome, reason string) {
	var answer abi.Decision
	if err := json.Unmarshal(m.Answer, &answer); err != nil {
		return OutcomeFailed, "the stored decision cannot be read: " + err.Error()
	}
	switch {
	case len(m.Told) > 0:
		return OutcomeSuggested, ""
	case len(answer.Activate) > 0:
		return OutcomeNotTold, ""
	case m.Fault != nil && slices.Contains(m.Late, LateRuleset):
		return OutcomeLate, m.Fault.Error()
	case m.Fault != nil && m.RulesetID == "":
		return OutcomeRuleset, m.Fault.Error()
	case m.Neutral:
		return OutcomeShort, ""
	}
	return OutcomeNone, ""
}

// PromptTexts returns the first characters of the newest prompts of all sessions, newest
// first, at most limit and RowsMax.
func (s *Store) PromptTexts(limit int) ([]string, error) {
	return collect(s, "read prompts", func(rows *sql.Rows) (text string, err error) {
		return text, rows.Scan(&text)
	}, `SELECT content_preview FROM messages WHERE event_type = '`+abi.EventPrompt+`' ORDER BY logged_at DESC, rowid DESC LIMIT ?`, clampRows(limit))
}

// PromptsSince counts the prompts from a time on.
func (s *Store) PromptsSince(since time.Time) (n int, err error) {
	err = s.db.QueryRow(`SELECT count(*) FROM messages WHERE event_type = '`+abi.EventPrompt+`' AND logged_at >= ?`, since.UnixMilli()).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count prompts: %w", err)
	}
	return n, nil
}

// SetOutcome stores what became of a prompt that is stored without a decision.
func (s *Store) SetOutcome(sessionID string, sequence int64, outcome, reason string) error {
	return s.write("store outcome", func(tx *sql.Tx) error {
		return setOutcome(tx, sessionID, sequence, outcome, reason)
	})
}

// outcomeCharsMax bounds the reason of an outcome.
const outcomeCharsMax = 300

func setOutcome(tx *sql.Tx, sessionID string, sequence int64, outcome, reason string) error {
	_, err := tx.Exec(`UPDATE messages SET outcome = ?, reason = ? WHERE session_id = ? AND sequence = ? AND role = 'user'`,
		outcome, firstChars(reason, outcomeCharsMax), sessionID, sequence)
	if err != nil {
		return fmt.Errorf("what became of prompt %d: %w", sequence, err)
	}
	return nil
}
