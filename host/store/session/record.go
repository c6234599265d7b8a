package session

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// SessionIDBytesMax bounds the id that a client may use for a session.
const SessionIDBytesMax = 256

// Recorded is what Record made of an event.
type Recorded struct {
	Sequence  int64     // of the message; 0 where none was logged
	First     bool      // this event created the session
	StartedAt time.Time // of the session, UTC
	Workspace string    // the session's: the first that an event named
	Prompts   int       // of the session so far, this one included
	Silent    bool      // the user wants to be told nothing in this session
}

// pausesMax bounds how many pauses of a session are kept: in what more there are it counts as
// running.
const pausesMax = 200

// disorder is how far ahead of an event one of the same clock may lie that was stored before it.
const disorder = 10 * time.Second

// touchSession takes an end back: with a pause if the session is resumed, and else, as another
// event shows that the session went on, without. An event before the session's start is of a clock
// that was set back, and one in a pause shows that it was none; so does one shortly behind it where
// the clock was set back since, as it was some time before the first event that tells of it.
var touchSession = fmt.Sprintf(`
INSERT INTO sessions (session_id, workspace, started_at, last_active, ended_at, events, sequence, prompts, branch, head)
VALUES (?1, ?2, ?3, ?3, ?4, 1, ?5, ?6, coalesce(?7, ''), coalesce(?8, ''))
ON CONFLICT (session_id) DO UPDATE SET
  workspace   = CASE workspace WHEN '' THEN excluded.workspace ELSE workspace END,
  last_active = max(last_active, excluded.last_active),
  earliest_at = CASE WHEN excluded.started_at < coalesce(earliest_at, started_at) THEN excluded.started_at ELSE earliest_at END,
  ended_at    = CASE WHEN ?10 AND excluded.last_active < ended_at THEN ended_at ELSE excluded.ended_at END,
  events      = events + 1,
  sequence    = sequence + excluded.sequence,
  prompts     = prompts + excluded.prompts,
  branch      = CASE WHEN workspace IN ('', excluded.workspace) THEN coalesce(?7, branch) ELSE branch END,
  head        = CASE WHEN workspace IN ('', excluded.workspace) THEN coalesce(?8, head) ELSE head END,
  handed_to   = CASE excluded.prompts WHEN 0 THEN handed_to ELSE '' END,
  words       = CASE excluded.prompts WHEN 0 THEN words ELSE '' END,
  pauses      = CASE WHEN ?9 AND ended_at IS NOT NULL AND max(ended_at, last_active) < excluded.last_active AND json_array_length(pauses) < %d
                THEN json_insert(pauses, '$[#]', json_array(max(ended_at, last_active), excluded.last_active))
                WHEN excluded.last_active < last_active THEN (SELECT json_group_array(json(pause.value)) FROM json_each(pauses) AS pause
                  WHERE NOT (pause.value ->> 0 < excluded.last_active AND excluded.last_active < pause.value ->> 1
                    + CASE WHEN ?10 OR last_active < excluded.last_active + %d THEN 0 ELSE %d END)) ELSE pauses END
RETURNING workspace, started_at, events, sequence, prompts, silent`, pausesMax, disorder.Milliseconds(), ranGrace.Milliseconds())

const insertMessage = `
INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, active_skills, logged_at, outcome, agent)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
  (SELECT json_group_array(kind || ':' || item_id ORDER BY id) FROM active_items WHERE session_id = ?1 AND deactivated_at IS NULL), ?8, ?9, ?10)`

// Record stores an event: the session's row, and a message for prompts, tool
// uses that the policy wants, and answers. An event without a session leaves no
// trace. The write lock makes sequence numbers gapless across processes.
func (s *Store) Record(event abi.Event, policy Policy) (Recorded, error) {
	if event.SessionID == "" {
		return Recorded{}, nil
	}
	if len(event.SessionID) > SessionIDBytesMax {
		return Recorded{}, fmt.Errorf("record event: session id has %d bytes, at most %d are allowed", len(event.SessionID), SessionIDBytesMax)
	}
	var recorded Recorded
	head := policy.head(event)
	policy = policy.ahead(event)
	err := s.write("record event", func(tx *sql.Tx) (err error) {
		recorded, err = record(tx, event, policy, head, false)
		return err
	})
	if err != nil || recorded.Workspace == event.Workspace {
		return recorded, err
	}
	event.Workspace = recorded.Workspace // the session went elsewhere since, and its work is still there
	if head = policy.head(event); head != nil {
		_ = s.write("record what is checked out", func(tx *sql.Tx) error { // else it is as it was: the event itself is stored
			_, err := tx.Exec(`UPDATE sessions SET branch = ?, head = ? WHERE session_id = ?`, head.Branch, head.Commit, event.SessionID)
			return err
		})
	}
	return recorded, nil
}

// record stores an event. An end of the session that came behind a late one stands.
func record(tx *sql.Tx, event abi.Event, policy Policy, head *Head, late bool) (Recorded, error) {
	at := event.Time.UnixMilli()
	row, logged := policy.message(event)
	var recorded Recorded
	var startedAt, events, sequence int64
	var branch, commit any // nil: as they were
	if head != nil {
		branch, commit = head.Branch, head.Commit
	}
	started := event.Name == abi.EventSessionStarted && event.Agent == "" // what a subagent forgets, the session does not
	resumed := started && event.Source == "resume"
	err := tx.QueryRow(touchSession, event.SessionID, event.Workspace, at, endOf(event), logged, event.Name == abi.EventPrompt, branch, commit, resumed, late).
		Scan(&recorded.Workspace, &startedAt, &events, &sequence, &recorded.Prompts, &recorded.Silent)
	if err != nil {
		return Recorded{}, err
	}
	recorded.First, recorded.StartedAt = events == 1, fromMillis(startedAt)
	if logged {
		recorded.Sequence = sequence
		if _, err := tx.Exec(insertMessage, event.SessionID, sequence, recorded.Prompts,
			row.role, event.Name, row.tool, row.preview, at, undecided(event), event.Agent); err != nil {
			return Recorded{}, err
		}
	}
	if started && (event.Source == "compact" || event.Source == "clear") {
		if err := forgetTold(tx, event.SessionID, recorded.Prompts); err != nil {
			return Recorded{}, err
		}
	}
	if resumed {
		if _, err := tx.Exec(`INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)`, resumedKey+event.SessionID, sequence); err != nil {
			return Recorded{}, err
		}
	}
	if policy.Used == nil {
		return recorded, nil
	}
	return recorded, markInvoked(tx, event, policy.Used(event), recorded.Prompts)
}

// Look returns what is known of an event's session without storing the event.
func (s *Store) Look(event abi.Event) (Recorded, error) {
	past, err := s.Session(event.SessionID)
	if errors.Is(err, ErrNoSession) {
		return Recorded{First: true, StartedAt: event.Time, Workspace: event.Workspace}, nil
	}
	return Recorded{StartedAt: past.StartedAt, Workspace: past.Workspace, Silent: past.Silent}, err
}

// IsUnwritable reports whether an error means that nothing can be stored.
func IsUnwritable(err error) bool { return sqlite.IsUnwritable(err) }

// undecided is the outcome of a prompt that is none to decide on; else "".
func undecided(event abi.Event) string {
	switch {
	case event.Name != abi.EventPrompt:
		return ""
	case event.Command != "":
		return OutcomeCommand
	case strings.TrimSpace(event.Prompt) == "":
		return OutcomeShort
	}
	return ""
}

// endOf returns the time at which the event ends its session; any later event
// takes it back.
func endOf(event abi.Event) any {
	if event.Name == abi.EventSessionEnded {
		return event.Time.UnixMilli()
	}
	return nil
}
