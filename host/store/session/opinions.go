package session

import (
	"database/sql"
	"fmt"
	"time"
)

// OpinionRequest is a question to a language model about a prompt.
type OpinionRequest struct {
	SessionID string // empty: of no session
	At        time.Time
	Provider  string
	Model     string
}

// OpinionLimits bound what questions may cost.
type OpinionLimits struct {
	DayRequests     int   // in 24 hours
	SessionRequests int   // in one session
	MonthTokens     int64 // in 30 days, as far as the provider stated them
}

// Why a question is not asked, besides causes of failures.
const (
	SkippedDay     = "budget-day"
	SkippedSession = "budget-session"
	SkippedMonth   = "budget-month"
	SkippedPaused  = "paused" // after failures, or because the provider wants to rest
)

// A provider is paused after so many failures in a row, for so long; then one question is
// asked, and a further failure pauses it again.
const (
	opinionFailuresMax = 3
	opinionPause       = 5 * time.Minute
)

// opinionsKept is how long rows are kept: longer than any budget looks back.
const opinionsKept = 62 * 24 * time.Hour

// What budgets look back on.
const (
	opinionDay   = 24 * time.Hour
	opinionMonth = 30 * opinionDay
)

// How far ahead of now a question may have been asked that counts. Clocks of processes differ by
// a little; a clock that was set back leaves rows of a time to come, which are to pause nothing
// until then. Budgets are there for the user's money, so they count more of it.
const (
	opinionAhead       = time.Minute
	opinionBudgetAhead = time.Hour
)

// BookOpinion counts a question before it is asked, so that processes which ask at once
// keep within the limits together. Skipped is why the question is not to be asked, which is
// counted, too; else the id is for EndOpinion.
func (s *Store) BookOpinion(r OpinionRequest, limits OpinionLimits) (id int64, skipped string, err error) {
	err = s.write("count an opinion", func(tx *sql.Tx) error {
		if skipped, _, err = opinionSkipped(tx, r, limits); err != nil {
			return err
		}
		id, err = insertOpinion(tx, r, skipped)
		return err
	})
	if err != nil {
		return 0, "", err
	}
	return id, skipped, nil
}

// SkipOpinion counts a question that is not asked, and why.
func (s *Store) SkipOpinion(r OpinionRequest, cause string) error {
	return s.write("count an opinion", func(tx *sql.Tx) error {
		_, err := insertOpinion(tx, r, cause)
		return err
	})
}

func insertOpinion(tx *sql.Tx, r OpinionRequest, skipped string) (int64, error) {
	var sessionID, cause any
	if r.SessionID != "" {
		sessionID = r.SessionID
	}
	if skipped != "" {
		cause = skipped
	}
	result, err := tx.Exec(`INSERT INTO opinions (session_id, asked_at, provider, model, sent, cause) VALUES (?, ?, ?, ?, ?, ?)`,
		sessionID, r.At.UnixMilli(), r.Provider, r.Model, skipped == "", cause)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(query string, args ...any) *sql.Row
	Query(query string, args ...any) (*sql.Rows, error)
}

// opinionSkipped returns why a question is not to be asked, or "", and of a pause its end.
func opinionSkipped(q querier, r OpinionRequest, limits OpinionLimits) (skipped string, until time.Time, err error) {
	var ofDay, ofSession int
	var tokens, rest int64
	err = q.QueryRow(`SELECT
  (SELECT count(*) FROM opinions WHERE sent AND asked_at > ?1 AND asked_at <= ?6),
  (SELECT count(*) FROM opinions WHERE sent AND session_id = ?2),
  (SELECT coalesce(sum(tokens_in + tokens_out), 0) FROM opinions WHERE sent AND asked_at > ?3 AND asked_at <= ?6),
  (SELECT coalesce(max(rest_until), 0) FROM opinions WHERE sent AND provider = ?4 AND model = ?5 AND asked_at <= ?7)`,
		r.At.Add(-opinionDay).UnixMilli(), r.SessionID, r.At.Add(-opinionMonth).UnixMilli(), r.Provider, r.Model,
		r.At.Add(opinionBudgetAhead).UnixMilli(), r.At.Add(opinionAhead).UnixMilli()).Scan(&ofDay, &ofSession, &tokens, &rest)
	switch {
	case err != nil:
		return "", until, err
	case ofDay >= limits.DayRequests:
		return SkippedDay, until, nil
	case r.SessionID != "" && ofSession >= limits.SessionRequests:
		return SkippedSession, until, nil
	case tokens >= limits.MonthTokens:
		return SkippedMonth, until, nil
	}
	if until, err = opinionPausedUntil(q, r); err != nil {
		return "", until, err
	}
	if end := fromMillis(rest); end.After(until) {
		until = end
	}
	if until.After(r.At) {
		return SkippedPaused, until, nil
	}
	return "", time.Time{}, nil
}

// opinionPausedUntil is when the provider of a question may be asked again, where it failed too
// often in a row.
// A prompt that the model declined, a choice of other ids, and a hook that has ended say
// nothing of the provider's health.
func opinionPausedUntil(q querier, r OpinionRequest) (until time.Time, err error) {
	rows, err := q.Query(`SELECT cause, asked_at FROM opinions WHERE sent AND cause IS NOT NULL AND cause NOT IN ('left', 'refusal', 'unknown-ids') AND provider = ? AND model = ? AND asked_at <= ?
ORDER BY id DESC LIMIT ?`, r.Provider, r.Model, r.At.Add(opinionAhead).UnixMilli(), opinionFailuresMax)
	if err != nil {
		return until, err
	}
	defer rows.Close()
	failures := 0
	for rows.Next() {
		var cause string
		var at int64
		if err := rows.Scan(&cause, &at); err != nil {
			return until, err
		}
		if cause == "" {
			break
		}
		if failures++; failures == 1 {
			until = fromMillis(at).Add(opinionPause)
		}
	}
	if err := rows.Err(); err != nil || failures < opinionFailuresMax {
		return time.Time{}, err
	}
	return until, nil
}

// OpinionResult is what came of a question.
type OpinionResult struct {
	Cause     string        // why there is no opinion; empty: there is one
	Agreed    bool          // with the local decision
	Took      time.Duration // until the answer or the failure
	TokensIn  int
	TokensOut int
	Rest      time.Duration // from the question on, that the provider wants not to be asked
}

// EndOpinion stores what came of a question that was booked.
func (s *Store) EndOpinion(id int64, r OpinionResult) error {
	return s.write("store an opinion", func(tx *sql.Tx) error {
		var agreed any
		if r.Cause == "" {
			agreed = r.Agreed
		}
		_, err := tx.Exec(`UPDATE opinions SET cause = ?, agreed = ?, took_ms = ?, tokens_in = ?, tokens_out = ?,
  rest_until = CASE WHEN ?6 > 0 THEN asked_at + ?6 ELSE 0 END WHERE id = ?7`,
			r.Cause, agreed, r.Took.Milliseconds(), r.TokensIn, r.TokensOut, r.Rest.Milliseconds(), id)
		return err
	})
}

// OpinionSums sum up questions.
type OpinionSums struct {
	Open     int            // prompts that were open: asked about or skipped
	Asked    int            // requests that were sent
	Answered int            // with a choice that counted
	Agreed   int            // of those, with the local decision
	Causes   map[string]int // why there was no opinion, of requests and of skipped ones
	Tokens   OpinionTokens
	TookMS   []int64 // of each answer, ascending
}

// OpinionTokens are those that providers stated.
type OpinionTokens struct{ In, Out int64 }

// opinionLost counts requests whose process was killed.
const opinionLost = "lost"

// opinionLostAfter is how long a request may be under way.
const opinionLostAfter = time.Minute

// Opinions sums up the questions since a time, to all providers.
func (s *Store) Opinions(since, now time.Time) (OpinionSums, error) {
	type row struct {
		at           int64
		sent, agreed bool
		cause        sql.NullString
		took         int64
		tokens       OpinionTokens
	}
	rows, err := collect(s, "read opinions", func(rows *sql.Rows) (r row, err error) {
		return r, rows.Scan(&r.at, &r.sent, &r.cause, &r.agreed, &r.took, &r.tokens.In, &r.tokens.Out)
	}, `SELECT asked_at, sent, cause, coalesce(agreed, 0), took_ms, tokens_in, tokens_out FROM opinions WHERE asked_at > ? ORDER BY took_ms`, since.UnixMilli())
	sums := OpinionSums{Causes: map[string]int{}}
	for _, r := range rows {
		sums.Open++
		sums.Tokens.In += r.tokens.In
		sums.Tokens.Out += r.tokens.Out
		if r.sent {
			sums.Asked++
		}
		switch {
		case r.cause.Valid && r.cause.String == "":
			sums.Answered++
			sums.TookMS = append(sums.TookMS, r.took)
			if r.agreed {
				sums.Agreed++
			}
		case r.cause.Valid:
			sums.Causes[r.cause.String]++
		case fromMillis(r.at).Add(opinionLostAfter).Before(now):
			sums.Causes[opinionLost]++
		}
	}
	return sums, err
}

// OpinionSkipped returns why a question would not be asked now, or "", and of a pause its end.
func (s *Store) OpinionSkipped(r OpinionRequest, limits OpinionLimits) (skipped string, until time.Time, err error) {
	if skipped, until, err = opinionSkipped(s.db, r, limits); err != nil {
		return "", until, fmt.Errorf("look at opinions: %w", err)
	}
	return skipped, until, nil
}
