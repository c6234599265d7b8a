package session

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// RestAfter is how long a session must not have been touched to be at rest: the
// few that are younger are weighed at every prompt.
const RestAfter = 24 * time.Hour

// restBytesMax bounds what is kept at rest of one workspace: some fifty thousand
// suggestions. More are weighed at every prompt.
const restBytesMax = 256 << 10

const restRows = `
SELECT g.kind, g.item_id, g.told_at, g.invoked_at IS NOT NULL FROM sessions s JOIN suggestions g USING (session_id)
WHERE s.workspace = ?1 AND s.last_active <= ?2 AND ` + settled + `
ORDER BY g.kind, g.item_id, g.told_at`

// restKept gives, in one row, what is kept of a workspace (?1) if the same sessions
// are at rest as when it was made and the session under way (?2) is not among them,
// else nulls; and whether there is any feedback.
const restKept = `
SELECT r.through, r.data, EXISTS (SELECT 1 FROM feedback) FROM (SELECT 1) LEFT JOIN usage_at_rest r ON r.workspace = ?1
AND (r.sessions, r.events) = (SELECT count(*), coalesce(sum(s.events), 0) FROM sessions s WHERE s.workspace = ?1 AND s.last_active <= r.through)
AND NOT EXISTS (SELECT 1 FROM sessions WHERE session_id = ?2 AND last_active <= r.through)`

const restKeep = `
INSERT OR REPLACE INTO usage_at_rest (workspace, through, sessions, events, data)
SELECT ?1, ?2, count(*), coalesce(sum(events), 0), ?3 FROM sessions WHERE workspace = ?1 AND last_active <= ?2`

// SumUp keeps what became of a workspace's suggestions in sessions at rest where
// Usage finds it at once. It does nothing as long as what is kept holds and is
// fresh, and takes milliseconds else: for the start and the end of sessions.
func (s *Store) SumUp(workspace string, now time.Time) error {
	if workspace == "" {
		return nil
	}
	through := now.Add(-RestAfter).UnixMilli()
	var kept sql.NullInt64
	if err := s.db.QueryRow(`SELECT through FROM (`+restKept+`)`, workspace, "").Scan(&kept); err != nil {
		return fmt.Errorf("sum up usage: %w", err)
	}
	if kept.Valid && kept.Int64 > through-RestAfter.Milliseconds() && kept.Int64 <= through {
		return nil
	}
	return s.write("sum up usage", func(tx *sql.Tx) error {
		data, err := encodeRest(tx, workspace, through)
		if err != nil {
			return err
		}
		if len(data) > restBytesMax {
			_, err = tx.Exec(`DELETE FROM usage_at_rest WHERE workspace = ?`, workspace)
			return err
		}
		_, err = tx.Exec(restKeep, workspace, through, data)
		return err
	})
}

// encodeRest writes, of each item, its kind and id, each behind its length, how
// many suggestions it had, and of each, oldest first, the milliseconds since the
// one before, doubled, plus one where it was used; all as varints.
func encodeRest(tx *sql.Tx, workspace string, through int64) ([]byte, error) {
	rows, err := tx.Query(restRows, workspace, through, nil, UsedPrompts)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	data, times := []byte{}, []byte{}
	var item abi.Ref
	var count, last int64
	flush := func() {
		if count > 0 {
			data = appendText(appendText(data, item.Kind), item.ID)
			data = append(binary.AppendVarint(data, count), times...)
		}
	}
	for rows.Next() {
		var next abi.Ref
		var at, used int64
		if err := rows.Scan(&next.Kind, &next.ID, &at, &used); err != nil {
			return nil, err
		}
		if next != item {
			flush()
			item, times, count, last = next, times[:0], 0, 0
		}
		times = binary.AppendVarint(times, (at-last)*2+used)
		count, last = count+1, at
	}
	flush()
	return data, rows.Err()
}

func appendText(data []byte, text string) []byte {
	return append(binary.AppendVarint(data, int64(len(text))), text...)
}

var errRest = errors.New("what is kept at rest cannot be read")

// decodeRest adds what encodeRest wrote, weighed as usages does.
func decodeRest(data []byte, now time.Time, usage map[abi.Ref]Usage) error {
	r := restReader{data: data}
	for len(r.data) > 0 && r.err == nil {
		item := abi.Ref{Kind: r.text(), ID: r.text()}
		var u Usage
		var at int64
		for count := r.number(); count > 0 && r.err == nil; count-- {
			step := r.number()
			at += step >> 1
			weight := weigh(now.UnixMilli() - at)
			u.Suggested++
			u.Weighted += weight
			if step&1 == 1 {
				u.Used++
				u.WeightedUsed += weight
				u.usedAt(at)
			}
		}
		usage[item] = u
	}
	return r.err
}

// weigh is what a suggestion of an age in milliseconds counts.
func weigh(age int64) float64 {
	const half = int64(UsageHalfLife / time.Millisecond)
	age = max(0, age)
	return (1 - float64(age%half)/float64(2*half)) / float64(int64(1)<<min(age/half, 60))
}

// restReader reads varints and texts until one cannot be.
type restReader struct {
	data []byte
	err  error
}

func (r *restReader) number() int64 {
	number, size := binary.Varint(r.data)
	if size <= 0 {
		r.err, r.data = errRest, nil
		return 0
	}
	r.data = r.data[size:]
	return number
}

func (r *restReader) text() string {
	length := r.number()
	if length < 0 || length > int64(len(r.data)) {
		r.err, r.data = errRest, nil
		return ""
	}
	text := string(r.data[:length])
	r.data = r.data[length:]
	return text
}

// rest is what is kept of a workspace's sessions at rest.
type rest struct {
	usage    map[abi.Ref]Usage
	through  int64 // when; the least time where nothing is kept, or the session under way is among them
	feedback bool  // there is some, in whatever workspace
}

func (s *Store) atRest(workspace, underWay string, now time.Time) (rest, error) {
	none := rest{usage: map[abi.Ref]Usage{}, through: math.MinInt64}
	rows, err := s.db.Query(restKept, workspace, underWay)
	if err != nil {
		return none, fmt.Errorf("read usage: %w", err)
	}
	defer rows.Close()
	if !rows.Next() {
		return none, rows.Err()
	}
	var through sql.NullInt64
	var data sql.RawBytes
	if err := rows.Scan(&through, &data, &none.feedback); err != nil {
		return none, fmt.Errorf("read usage: %w", err)
	}
	kept := rest{usage: map[abi.Ref]Usage{}, through: through.Int64, feedback: none.feedback}
	if !through.Valid || decodeRest(data, now, kept.usage) != nil {
		return none, nil // the tables have it all
	}
	return kept, nil
}
