package session

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Period is what is remembered since a time, of all workspaces; what retention has deleted
// is not in it.
type Period struct {
	Asked []Asked  // its prompts, in no order
	Told  []Judged // its suggestions, in no order
}

// Asked is one prompt of a period.
type Asked struct {
	SessionID string
	Sequence  int64
	Decision  int64 // 0: there is none
	At        time.Time
	Outcome   string   // as Prompt has it; "": nothing is known
	Tier      string   // of the decision; "": there is none
	Micros    int64    // from the event's coming to its answer, without the start of a process; 0: not known
	Late      []string // what time ran out for while the prompt was answered
}

// Limits of the sessions of a period that one query reads, unless one session alone has more.
// No page of the database can be written back while a query reads: each ends after some
// milliseconds.
const (
	periodSessions = 25
	periodMessages = 300
)

const periodPrompts = `
SELECT m.session_id, m.sequence, m.logged_at, m.outcome, coalesce(d.id, 0), coalesce(d.tier, ''), coalesce(d.late, ''), coalesce(d.ruleset_id, ''),
  coalesce(d.neutral, 0), d.fault_code IS NOT NULL,
  coalesce(iif(json_valid(d.answer), json_array_length(d.answer, '$.activate'), -1), 0),
  coalesce(iif(json_valid(d.dropped), json_array_length(d.dropped), 0), 0) > 0,
  EXISTS (SELECT 1 FROM suggestions g WHERE g.session_id = m.session_id AND g.decision_id = d.id),
  coalesce((SELECT CAST(total(j.value) AS INTEGER) FROM json_each(iif(json_valid(d.durations), d.durations, '{}')) j), 0)
FROM json_each(?1) w CROSS JOIN messages m ON m.session_id = w.value
  LEFT JOIN decisions d ON d.session_id = m.session_id AND d.sequence = m.sequence AND d.event_type = '` + abi.EventPrompt + `'
WHERE m.role = 'user' AND m.logged_at >= ?2
ORDER BY m.session_id, m.sequence, d.id DESC`

// Period reads all since a time, by many short queries. What is stored meanwhile may be in
// it or not.
func (s *Store) Period(since time.Time) (Period, error) {
	from := since.UnixMilli()
	var p Period
	err := s.sessionsSince(from, func(some []string, _ int64) (more bool, err error) {
		asked, err := s.asked(some, from)
		if err != nil {
			return false, err
		}
		told, err := s.judged(some, from, ofKindMax)
		p.Asked, p.Told = append(p.Asked, asked...), append(p.Told, told...)
		return true, err
	})
	return p, err
}

// touched is a session, when it was touched last, and how many messages it has.
type touched struct {
	id           string
	at, messages int64
}

func scanTouched(rows *sql.Rows) (t touched, err error) {
	return t, rows.Scan(&t.id, &t.at, &t.messages)
}

// sessionsSince calls read for the sessions touched since a time, those touched last first,
// as many at a time as a query may read, until read wants no more; before is when the newest of
// these was touched.
func (s *Store) sessionsSince(since int64, read func(some []string, before int64) (more bool, err error)) error {
	sessions, err := collect(s, "list sessions", scanTouched,
		`SELECT session_id, last_active, sequence FROM sessions WHERE last_active >= ? ORDER BY last_active DESC, rowid DESC`, since)
	if err != nil {
		return err
	}
	return s.inPieces(sessions, read)
}

func (s *Store) inPieces(sessions []touched, read func(some []string, before int64) (more bool, err error)) error {
	for len(sessions) > 0 {
		var ids []string
		for messages := int64(0); len(ids) < min(len(sessions), periodSessions); {
			next := sessions[len(ids)]
			if messages += next.messages; len(ids) > 0 && messages > periodMessages {
				break
			}
			ids = append(ids, next.id)
		}
		if more, err := read(ids, sessions[0].at); err != nil || !more {
			return err
		}
		sessions = sessions[len(ids):]
	}
	return nil
}

func (s *Store) asked(sessions []string, since int64) ([]Asked, error) {
	ids, err := json.Marshal(sessions)
	if err != nil {
		return nil, err
	}
	all, err := collect(s, "read the prompts of a period", scanAsked, periodPrompts, string(ids), since)
	return slices.CompactFunc(all, func(a, b Asked) bool { return a.SessionID == b.SessionID && a.Sequence == b.Sequence }), err
}

func scanAsked(rows *sql.Rows) (Asked, error) {
	var a Asked
	var at int64
	var late string
	var made stub
	err := rows.Scan(&a.SessionID, &a.Sequence, &at, &a.Outcome, &a.Decision, &a.Tier, &late, &made.ruleset,
		&made.neutral, &made.fault, &made.chosen, &made.dropped, &made.told, &a.Micros)
	a.At = fromMillis(at)
	if late != "" {
		a.Late = strings.Fields(late)
	}
	if made.late = slices.Contains(a.Late, LateRuleset); a.Decision > 0 {
		a.Outcome = made.outcome()
	}
	return a, err
}

// stub is what tells the outcome of a prompt that was decided on.
type stub struct {
	told    bool   // something was
	chosen  int    // items; below 0: the stored decision cannot be read
	fault   bool   // a ruleset failed
	late    bool   // as its time ran out
	ruleset string // that answered
	neutral bool   // the prompt is about nothing in particular
	dropped bool   // an item was withheld: one that the user never wants stands there alone
}

// outcome is that of the prompt; Made.outcome adds the reason.
func (s stub) outcome() string {
	switch {
	case s.chosen < 0:
		return OutcomeFailed
	case s.told:
		return OutcomeSuggested
	case s.chosen > 0:
		return OutcomeNotTold
	case s.fault && s.late:
		return OutcomeLate
	case s.fault && s.ruleset == "":
		return OutcomeRuleset
	case s.dropped:
		return OutcomeNotTold
	case s.neutral:
		return OutcomeShort
	}
	return OutcomeNone
}
