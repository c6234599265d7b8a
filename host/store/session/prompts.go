package session

import (
	"cmp"
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
	OutcomeNotTold   = "not told"       // what was chosen had been told before, or was withheld, as what the user never wants
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
	made := stub{
		told: len(m.Told) > 0, chosen: len(answer.Activate), fault: m.Fault != nil, late: slices.Contains(m.Late, LateRuleset),
		ruleset: m.RulesetID, neutral: m.Neutral, dropped: len(m.Dropped) > 0,
	}
	if outcome = made.outcome(); outcome == OutcomeLate || outcome == OutcomeRuleset {
		reason = m.Fault.Error()
	}
	return outcome, reason
}

// Became returns what became of an event, in the terms of what people are shown: events other
// than prompts are never late, too short or failed.
func (m Made) Became() (outcome, reason string) {
	outcome, reason = m.outcome()
	switch {
	case m.Event == abi.EventPrompt, outcome == OutcomeSuggested, outcome == OutcomeNotTold:
		return outcome, reason
	case len(m.Dropped) > 0:
		return OutcomeNotTold, ""
	}
	return OutcomeNone, ""
}

// textAt is a prompt's first characters and when it was logged, as a row of messages.
type textAt struct {
	text    string
	at, row int64
}

const newestTexts = `
SELECT m.content_preview, m.logged_at, m.id FROM json_each(?1) w CROSS JOIN messages m ON m.session_id = w.value
WHERE m.event_type = '` + abi.EventPrompt + `' ORDER BY m.logged_at DESC, m.id DESC LIMIT ?2`

// PromptTexts returns the first characters of the newest prompts of all sessions, newest
// first, at most limit and RowsMax. It reads the sessions touched last, some at a time.
func (s *Store) PromptTexts(limit int) ([]string, error) {
	if limit = clampRows(limit); limit == 0 {
		return nil, nil
	}
	var texts []textAt
	err := s.sessionsSince(0, func(some []string, before int64) (more bool, err error) {
		if len(texts) == limit && texts[limit-1].at > before {
			return false, nil // no other session has a newer one
		}
		ids, err := json.Marshal(some)
		if err != nil {
			return false, err
		}
		found, err := collect(s, "read prompts", func(rows *sql.Rows) (t textAt, err error) {
			return t, rows.Scan(&t.text, &t.at, &t.row)
		}, newestTexts, string(ids), limit)
		texts = append(texts, found...)
		slices.SortFunc(texts, func(a, b textAt) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.row, a.row)) })
		texts = texts[:min(len(texts), limit)]
		return true, err
	})
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = t.text
	}
	return all, err
}

// PromptSequences returns the sequences of the prompts of a session, ascending.
func (s *Store) PromptSequences(sessionID string) ([]int64, error) {
	return collect(s, "read prompts", func(rows *sql.Rows) (sequence int64, err error) {
		return sequence, rows.Scan(&sequence)
	}, `SELECT sequence FROM messages WHERE session_id = ? AND event_type = '`+abi.EventPrompt+`' ORDER BY sequence`, sessionID)
}

// PromptsSince counts the prompts from a time on.
func (s *Store) PromptsSince(since time.Time) (n int, err error) {
	err = s.sessionsSince(since.UnixMilli(), func(some []string, _ int64) (more bool, err error) {
		ids, err := json.Marshal(some)
		if err != nil {
			return false, err
		}
		var count int
		err = s.db.QueryRow(`SELECT count(*) FROM json_each(?1) w CROSS JOIN messages m ON m.session_id = w.value
WHERE m.event_type = '`+abi.EventPrompt+`' AND m.logged_at >= ?2`, string(ids), since.UnixMilli()).Scan(&count)
		if n += count; err != nil {
			return false, fmt.Errorf("count prompts: %w", err)
		}
		return true, nil
	})
	return n, err
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
