package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Rankings are the answers to a set's prompts by the prompt's id.
type Rankings map[string]Row

// Row is one line of rankings.jsonl. What was not decided is nil: a ranking
// alone, or no session.
type Row struct {
	ID       string   `json:"id"`
	Ranking  []Ranked `json:"ranking"`
	Selected []string `json:"selected"`
	Active   []string `json:"active"`
	MS       *float64 `json:"ms"`
	Chars    int      `json:"chars"` // of the text that the model was told
}

// ReadRankings reads a rankings.jsonl: a line for each prompt, in any order.
func ReadRankings(r io.Reader) (Rankings, error) {
	rankings := Rankings{}
	err := readLines(r, func(line []byte) error {
		var row Row
		if err := json.Unmarshal(line, &row); err != nil {
			return err
		}
		if row.ID == "" {
			return errors.New("id is missing")
		}
		if _, twice := rankings[row.ID]; twice {
			return fmt.Errorf("id %q comes twice", row.ID)
		}
		rankings[row.ID] = row
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read rankings: %w", err)
	}
	return rankings, nil
}

// UnmarshalJSON reads the pair that the protocol has.
func (r *Ranked) UnmarshalJSON(data []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(data, &pair); err != nil || len(pair) != 2 {
		return errors.New(`a ranking holds pairs of an id and a score, as in ["pdf", 0.7]`)
	}
	if err := json.Unmarshal(pair[0], &r.ID); err != nil {
		return fmt.Errorf("id of a ranked item: %w", err)
	}
	if err := json.Unmarshal(pair[1], &r.Score); err != nil {
		return fmt.Errorf("score of %q: %w", r.ID, err)
	}
	return nil
}

// decide reports whether answers say what is told for a prompt. Where some do, a
// line without says that nothing is.
func (r Rankings) decide() bool {
	for _, row := range r {
		if row.Selected != nil {
			return true
		}
	}
	return false
}

// tell reports whether answers say how much the model is told. Where some do, a line without
// says that it is told nothing.
func (r Rankings) tell() bool {
	for _, row := range r {
		if row.Chars > 0 {
			return true
		}
	}
	return false
}

// decideSessions reports whether answers say what is active, or at least told.
func (r Rankings) decideSessions() bool {
	for _, row := range r {
		if row.active() != nil {
			return true
		}
	}
	return false
}

// told is what was told at a prompt.
func (r Row) told() []string { return r.Selected }

// active is what stands in the session after a turn. Who keeps no sessions has
// what was told at this turn.
func (r Row) active() []string {
	if r.Active != nil {
		return r.Active
	}
	return r.Selected
}

// unknown counts the answers to prompts that a set does not have.
func (r Rankings) unknown(queries []Query) int {
	found := 0
	for _, query := range queries {
		if _, ok := r[query.ID]; ok {
			found++
		}
	}
	return len(r) - found
}
