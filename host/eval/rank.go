package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Query is one prompt of a data set; those of a session come in time order.
type Query struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Session string `json:"session,omitempty"`
	Turn    int    `json:"turn,omitempty"`

	Context *Context `json:"context,omitempty"`
}

// Context is what is known besides a prompt, as the program would know it.
type Context struct {
	Manifests map[string]string `json:"manifests,omitempty"` // by path
	Files     []string          `json:"files,omitempty"`     // touched by tools, oldest first
	Tools     []string          `json:"tools,omitempty"`     // "Bash: command" or a tool's name, oldest first
	Assistant string            `json:"assistant,omitempty"` // its last message
	Used      map[string][2]int `json:"used,omitempty"`      // times an item was suggested, and then used
}

// Answer is what the host, or a baseline, made of a query.
type Answer struct {
	Ranking  []Ranked
	Selected []string // what would be told for this prompt alone
	Active   []string // what is active in the session after it
	Chars    int      // of the text that the model is told; 0: nothing, or there is no text
	Decides  Decides
}

// Decides says how much of an Answer means something. The host decides
// everything.
type Decides int

// From most to least.
const (
	DecidesSessions Decides = iota
	DecidesPrompts          // no Active
	DecidesNothing          // the ranking alone
)

// Ranked is an item with its score; higher is better.
type Ranked struct {
	ID    string
	Score float64
}

// MarshalJSON writes the pair that the protocol has.
func (r Ranked) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{r.ID, r.Score})
}

// row is one line of the protocol's output; lists that mean nothing are nil.
type row struct {
	ID       string   `json:"id"`
	Ranking  []Ranked `json:"ranking"`
	Selected any      `json:"selected,omitempty"`
	MS       float64  `json:"ms"`
	Active   any      `json:"active,omitempty"`
	Chars    int      `json:"chars,omitempty"`
}

// ReadQueries reads a queries.jsonl.
func ReadQueries(r io.Reader) ([]Query, error) {
	var queries []Query
	err := readLines(r, func(line []byte) error {
		var q Query
		if err := json.Unmarshal(line, &q); err != nil {
			return err
		}
		if q.ID == "" {
			return fmt.Errorf("id is missing")
		}
		queries = append(queries, q)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read queries: %w", err)
	}
	return queries, nil
}

// Rank answers every query and writes a line for each. A session's Active is
// written even when it is empty, as silence is an answer there.
func Rank(queries []Query, answer func(Query) (Answer, error), now func() time.Time, out io.Writer, done func(n int)) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i, q := range queries {
		began := now()
		a, err := answer(q)
		if err != nil {
			return fmt.Errorf("answer query %s: %w", q.ID, err)
		}
		line := row{ID: q.ID, Ranking: orEmpty(a.Ranking), MS: float64(now().Sub(began).Microseconds()) / 1000, Chars: a.Chars}
		if a.Decides <= DecidesPrompts {
			line.Selected = orEmpty(a.Selected)
		}
		if a.Decides <= DecidesSessions && q.Session != "" {
			line.Active = orEmpty(a.Active)
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
		if done != nil {
			done(i + 1)
		}
	}
	return nil
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
