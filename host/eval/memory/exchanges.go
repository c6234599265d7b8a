package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/rank"
)

// Exchange is the last messages of a session.
type Exchange struct {
	ID       string
	Messages []capture.Message
}

// ReadExchanges reads {"id", "messages": [{"role", "text"}]}, one a line. A message of the
// assistant that is remember({…}) and nothing else stands for a call of the tool.
func ReadExchanges(r io.Reader) ([]Exchange, error) {
	type row struct {
		ID       string
		Messages []struct{ Role, Text string }
	}
	read, err := rows(r, func(x row) string { return x.ID })
	if err != nil {
		return nil, err
	}
	var all []Exchange
	for _, x := range read {
		exchange := Exchange{ID: x.ID}
		for _, m := range x.Messages {
			role := capture.Role(m.Role)
			if !slices.Contains([]capture.Role{capture.RoleUser, capture.RoleCommand, capture.RoleAssistant, capture.RoleTool}, role) {
				return nil, fmt.Errorf("%s: there is no role %q; there are user, command, assistant and tool", x.ID, m.Role)
			}
			message := capture.Message{Role: role, Text: m.Text}
			if arguments, ok := call(m.Text); ok && role == capture.RoleAssistant {
				message = capture.Message{Role: capture.RoleRemember, Text: arguments}
			}
			exchange.Messages = append(exchange.Messages, message)
		}
		all = append(all, exchange)
	}
	return all, nil
}

func call(text string) (arguments string, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "remember(")
	if !ok {
		return "", false
	}
	rest, ok = strings.CutSuffix(rest, ")")
	return rest, ok && json.Valid([]byte(rest))
}

// Label is what an exchange should leave.
type Label struct {
	ID       string          `json:"id"`
	Expected capture.Outcome `json:"expected"`
	Gist     []Gist          `json:"gist"`
	About    string          `json:"about"`
}

// Gist is what a kept text must have: one of some words.
type Gist []string

// UnmarshalJSON reads a text, or a list of which one is enough.
func (g *Gist) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*g = Gist{one}
		return nil
	}
	var several []string
	if err := json.Unmarshal(data, &several); err != nil {
		return errors.New("gist is neither a text nor a list of texts")
	}
	*g = several
	return nil
}

// ReadLabels reads labels.jsonl of a set of exchanges.
func ReadLabels(r io.Reader) ([]Label, error) {
	return rows(r, func(x Label) string { return x.ID })
}

// CaptureAnswer is what the program answers to an exchange.
type CaptureAnswer struct {
	ID      string          `json:"id"`
	Outcome capture.Outcome `json:"outcome"`
	Text    string          `json:"text"`
	Reason  string          `json:"reason,omitempty"`
}

// Capture answers an exchange, in a workspace that has no lesson and no instructions.
func Capture(x Exchange) CaptureAnswer {
	c := capture.Judge{Recipe: rank.Default()}.Exchange(x.Messages)
	answer := CaptureAnswer{ID: x.ID, Outcome: c.Outcome, Reason: c.Reason}
	if c.Outcome != capture.None {
		answer.Text = c.String()
	}
	return answer
}

// CaptureScore counts as the data set's own scorer does.
type CaptureScore struct {
	Right, Of     int
	Gist, Kept    int // right with the gist, of those that leave something
	Taken, None   int // something kept, of those that should leave nothing
	Unasked       int // stored without anybody's yes
	Wrong         []Label
	WrongOutcomes []capture.Outcome
}

// ScoreCapture holds answers against labels; what is not answered left nothing.
func ScoreCapture(labels []Label, answers []CaptureAnswer) CaptureScore {
	by := map[string]CaptureAnswer{}
	for _, a := range answers {
		by[a.ID] = a
	}
	var s CaptureScore
	for _, want := range labels {
		got, answered := by[want.ID]
		if !answered {
			got.Outcome = capture.None
		}
		ok := got.Outcome == want.Expected
		s.Of++
		if ok {
			s.Right++
		} else {
			s.Wrong, s.WrongOutcomes = append(s.Wrong, want), append(s.WrongOutcomes, got.Outcome)
		}
		if want.Expected == capture.None {
			s.None++
			if got.Outcome != capture.None {
				s.Taken++
			}
		} else {
			s.Kept++
			if ok && want.hasGist(got.Text) {
				s.Gist++
			}
		}
		if want.Expected != capture.Lesson && got.Outcome == capture.Lesson {
			s.Unasked++
		}
	}
	return s
}

func (l Label) hasGist(text string) bool {
	text = strings.ToLower(text)
	for _, one := range l.Gist {
		if !slices.ContainsFunc(one, func(word string) bool { return strings.Contains(text, strings.ToLower(word)) }) {
			return false
		}
	}
	return true
}
