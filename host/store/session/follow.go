package session

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Queries for a reader that follows the file while others write it. Each reads limited rows
// along a key, so that none holds the write-ahead log for long.

// Row names a decision or a message. Ids alone do not: once the last row of a table is gone,
// SQLite gives its id to the next one.
type Row struct {
	ID        int64
	SessionID string
	Sequence  int64 // of the message
	At        int64 // Unix milliseconds
}

// Followed tables.
const (
	FollowDecisions = "decisions"
	FollowMessages  = "messages"
)

// followedTimes are the columns of a followed table's times.
var followedTimes = map[string]string{FollowDecisions: "decided_at", FollowMessages: "logged_at"}

// RowsAfter returns the rows of a followed table with a higher id, by id, at most limit and
// RowsMax.
func (s *Store) RowsAfter(table string, id int64, limit int) ([]Row, error) {
	return s.rows(table, ` WHERE id > ? ORDER BY id LIMIT ?`, id, clampRows(limit))
}

// LastRows returns the newest rows of a followed table, newest first, at most limit and
// RowsMax.
func (s *Store) LastRows(table string, limit int) ([]Row, error) {
	return s.rows(table, ` ORDER BY id DESC LIMIT ?`, clampRows(limit))
}

func (s *Store) rows(table, which string, args ...any) ([]Row, error) {
	return collect(s, "read "+table, func(rows *sql.Rows) (r Row, err error) {
		return r, rows.Scan(&r.ID, &r.SessionID, &r.Sequence, &r.At)
	}, `SELECT id, session_id, sequence, `+followedTimes[table]+` FROM `+table+which, args...)
}

// FollowedDecision is a decision with what was asked and what came of it by now.
type FollowedDecision struct {
	Made
	MessageID   int64  // of the event; 0: none was logged
	Text        string // first characters of the prompt; empty for other events
	Suggestions []FollowedSuggestion
}

// FollowedSuggestion is a suggestion with what came of it by now.
type FollowedSuggestion struct {
	ID         int64
	SessionID  string
	Workspace  string
	DecisionID int64
	Ref        abi.Ref
	Wording    string
	Chars      int // that it cost, UTF-16 units
	Prompt     int // number of the prompt at which it was told
	Prompts    int // of the session so far
	Ended      bool
	InvokedAt  time.Time // zero: it was not used
	After      int       // prompts between telling and use
	By         string    // who used it: "model" or "user"
	Verdict    string    // Good, Bad, or empty
	LastActive time.Time // of the session
}

// decisionsByID leaves what was told to suggestionsOfDecisions, which reads a session's
// suggestions once for all of its decisions.
const decisionsByID = madeUntold + `, '[]',` + madeRest + ` WHERE d.id IN (SELECT value FROM json_each(?)) ORDER BY d.id`

const promptsOfDecisions = `
SELECT d.id, m.id, iif(d.event_type = '` + abi.EventPrompt + `', m.content_preview, '')
FROM decisions d JOIN messages m ON m.session_id = d.session_id AND m.sequence = d.sequence
WHERE d.id IN (SELECT value FROM json_each(?))`

const followedSuggestion = `
SELECT g.id, g.session_id, s.workspace, g.decision_id, g.kind, g.item_id, g.wording, g.chars, g.prompt, s.prompts, s.ended_at IS NOT NULL,
  coalesce(g.invoked_at, 0), coalesce(g.invoked_after, 0), coalesce(g.invoked_by, ''), s.last_active,
  coalesce((SELECT verdict FROM feedback f WHERE f.session_id = g.session_id AND f.kind = g.kind AND f.item_id = g.item_id AND f.decision_id = g.decision_id), '')
FROM suggestions g JOIN sessions s USING (session_id)`

// suggestionsOfDecisions looks through a session's suggestions once, however many of its
// decisions are asked for.
const suggestionsOfDecisions = followedSuggestion + `
WHERE g.session_id IN (SELECT session_id FROM decisions WHERE id IN (SELECT value FROM json_each(?1)))
  AND g.decision_id IN (SELECT value FROM json_each(?1)) ORDER BY g.id`

// FollowDecisions returns the decisions of these ids that there are, by id.
func (s *Store) FollowDecisions(ids []int64) ([]FollowedDecision, error) {
	list := idList(ids)
	made, err := collect(s, "read decisions", scanMade, decisionsByID, list)
	if err != nil || len(made) == 0 {
		return nil, err
	}
	followed := make([]FollowedDecision, len(made))
	at := map[int64]*FollowedDecision{}
	for i, m := range made {
		followed[i].Made = m
		at[m.ID] = &followed[i]
	}
	_, err = collect(s, "read prompts", func(rows *sql.Rows) (struct{}, error) {
		var id, message int64
		var text string
		err := rows.Scan(&id, &message, &text)
		if d := at[id]; d != nil {
			d.MessageID, d.Text = message, text
		}
		return struct{}{}, err
	}, promptsOfDecisions, list)
	if err != nil {
		return nil, err
	}
	told, err := collect(s, "read suggestions", scanFollowedSuggestion, suggestionsOfDecisions, list)
	for _, suggestion := range told {
		if d := at[suggestion.DecisionID]; d != nil && d.SessionID == suggestion.SessionID {
			d.Suggestions, d.Told = append(d.Suggestions, suggestion), append(d.Told, suggestion.Ref)
		}
	}
	return followed, err
}

// FollowSuggestions returns the suggestions of these ids that there are, by id.
func (s *Store) FollowSuggestions(ids []int64) ([]FollowedSuggestion, error) {
	return collect(s, "read suggestions", scanFollowedSuggestion,
		followedSuggestion+` WHERE g.id IN (SELECT value FROM json_each(?)) ORDER BY g.id`, idList(ids))
}

// LastSuggestions returns the newest suggestions of all sessions, newest first, at most limit
// and RowsMax.
func (s *Store) LastSuggestions(limit int) ([]FollowedSuggestion, error) {
	return collect(s, "read suggestions", scanFollowedSuggestion, followedSuggestion+` ORDER BY g.id DESC LIMIT ?`, clampRows(limit))
}

func scanFollowedSuggestion(rows *sql.Rows) (FollowedSuggestion, error) {
	var g FollowedSuggestion
	var invoked, active int64
	err := rows.Scan(&g.ID, &g.SessionID, &g.Workspace, &g.DecisionID, &g.Ref.Kind, &g.Ref.ID, &g.Wording, &g.Chars, &g.Prompt, &g.Prompts, &g.Ended,
		&invoked, &g.After, &g.By, &active, &g.Verdict)
	g.InvokedAt, g.LastActive = fromMillis(invoked), fromMillis(active)
	return g, err
}

// FollowedMessage is a logged message without what a tool was given.
type FollowedMessage struct {
	ID        int64
	SessionID string
	Workspace string
	Sequence  int64
	Prompt    int // number of the prompt that it belongs to
	Event     string
	At        time.Time
	Text      string // first characters; empty for a tool use
	Outcome   string // of a prompt, where no decision has it
	Reason    string
	Decided   bool // a decision is stored for it
	Last      bool // no later message of the session is stored
}

const followedMessages = `
SELECT m.id, m.session_id, s.workspace, m.sequence, m.prompt, m.event_type, m.logged_at, iif(m.role = 'tool', '', m.content_preview), m.outcome, m.reason,
  EXISTS (SELECT 1 FROM decisions d WHERE d.session_id = m.session_id AND d.sequence = m.sequence AND d.event_type = m.event_type), m.sequence = s.sequence
FROM messages m JOIN sessions s USING (session_id)
WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`

// FollowMessages returns the messages of these ids that there are, by id.
func (s *Store) FollowMessages(ids []int64) ([]FollowedMessage, error) {
	return collect(s, "read messages", func(rows *sql.Rows) (FollowedMessage, error) {
		var m FollowedMessage
		var at int64
		err := rows.Scan(&m.ID, &m.SessionID, &m.Workspace, &m.Sequence, &m.Prompt, &m.Event, &at, &m.Text, &m.Outcome, &m.Reason, &m.Decided, &m.Last)
		m.At = fromMillis(at)
		return m, err
	}, followedMessages, idList(ids))
}

// RecentRows returns the newest rows of a followed table of one session or, for "", of all,
// newest first, at most limit and RowsMax. Tool uses are left out.
func (s *Store) RecentRows(table, sessionID string, limit int) ([]Row, error) {
	which := ` WHERE (?1 = '' OR session_id = ?1)`
	if sessionID != "" {
		which = ` WHERE session_id = ?1`
	}
	if table == FollowMessages {
		which += ` AND role <> 'tool'`
	}
	return s.rows(table, which+` ORDER BY id DESC LIMIT ?2`, sessionID, clampRows(limit))
}

// FollowedSession is a session as it stands.
type FollowedSession struct {
	Past
	EndedAt time.Time // zero: it may go on
	Prompts int
	Events  int
}

const followedSession = `
SELECT s.session_id, s.workspace, s.started_at, s.last_active, coalesce(s.ended_at, 0), s.prompts, s.events, s.silent
FROM sessions s`

// Forgotten returns how many suggestions compaction or a clear removed from the model's
// context, of the sessions that have such.
func (s *Store) Forgotten(ids []string) (map[string]int, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	}
	forgotten := map[string]int{}
	_, err = collect(s, "read what was forgotten", func(rows *sql.Rows) (struct{}, error) {
		var id string
		var count int
		err := rows.Scan(&id, &count)
		forgotten[id] = count
		return struct{}{}, err
	}, `SELECT session_id, count(*) FROM suggestions WHERE session_id IN (SELECT value FROM json_each(?)) AND forgotten = 1 GROUP BY session_id`, string(list))
	return forgotten, err
}

// FollowSessions returns the sessions of these ids that there are.
func (s *Store) FollowSessions(ids []string) ([]FollowedSession, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, fmt.Errorf("read sessions: %w", err)
	}
	return collect(s, "read sessions", scanFollowedSession, followedSession+` WHERE s.session_id IN (SELECT value FROM json_each(?))`, string(list))
}

// SessionsAfter returns the sessions whose row has a higher number, the lowest first, at most
// limit and RowsMax. A Forget may number rows anew.
func (s *Store) SessionsAfter(row int64, limit int) ([]FollowedSession, error) {
	return collect(s, "read sessions", scanFollowedSession, followedSession+` WHERE s.rowid > ? ORDER BY s.rowid LIMIT ?`, row, clampRows(limit))
}

// SessionsSince returns the sessions that were touched since a time, the last touched first, as
// Newest has it, at most limit and RowsMax.
func (s *Store) SessionsSince(since time.Time, limit int) ([]FollowedSession, error) {
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	return collect(s, "read sessions", scanFollowedSession, followedSession+` WHERE s.rowid IN
(SELECT rowid FROM sessions WHERE last_active >= ? ORDER BY last_active DESC, rowid DESC LIMIT ?)`+newestFirst,
		from, clampRows(limit))
}

// LastSessionRow returns the highest row of a session; 0: there is none.
func (s *Store) LastSessionRow() (row int64, err error) {
	if err = s.db.QueryRow(`SELECT coalesce(max(rowid), 0) FROM sessions`).Scan(&row); err != nil {
		err = fmt.Errorf("read sessions: %w", err)
	}
	return row, err
}

func scanFollowedSession(rows *sql.Rows) (FollowedSession, error) {
	var f FollowedSession
	var started, active, ended int64
	err := rows.Scan(&f.SessionID, &f.Workspace, &started, &active, &ended, &f.Prompts, &f.Events, &f.Silent)
	f.StartedAt, f.LastActive, f.EndedAt, f.Ended = fromMillis(started), fromMillis(active), fromMillis(ended), ended != 0
	return f, err
}

// DataVersion is a number that differs from an earlier one of this connection once another
// connection has written.
func (s *Store) DataVersion() (version int64, err error) {
	if err = s.db.QueryRow("PRAGMA data_version").Scan(&version); err != nil {
		err = fmt.Errorf("look for changes: %w", err)
	}
	return version, err
}

func idList(ids []int64) string {
	list, err := json.Marshal(ids)
	if err != nil {
		panic(err) // numbers always encode
	}
	return string(list)
}
