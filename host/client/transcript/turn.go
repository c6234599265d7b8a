package transcript

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Turn is what the model did after a prompt, until the next one.
type Turn struct {
	Acts    []Act      `json:"acts"`           // in their order, the newest ActsMax
	Earlier int        `json:"earlier"`        // acts before them that are left out
	Calls   int        `json:"calls"`          // of tools
	Failed  int        `json:"failed"`         // of them: that failed, or were refused, within ActsMax acts
	Answers int        `json:"answers"`        // texts for the user
	Tokens  Usage      `json:"tokens"`         // by the client's account, over all requests of the turn
	Cut     bool       `json:"cut,omitempty"`  // the turn is longer than what is read of it, TurnBytesMax: this is its beginning
	Last    *time.Time `json:"last,omitempty"` // when the newest act was, or ended; absent: there is none
	Next    *time.Time `json:"next,omitempty"` // when the next prompt was typed; absent: none was
}

// Kinds of acts.
const (
	ActTool       = "tool"
	ActAnswer     = "answer"
	ActCompaction = "compaction"
)

// Act is one thing that the model did.
type Act struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind" jsonschema:"enum=tool,enum=answer,enum=compaction"`
	Name    string    `json:"name,omitempty"`    // of the tool
	Text    string    `json:"text,omitempty"`    // of a tool's input the first text in it, as a command or a path; of an answer its first characters; redacted
	Skill   string    `json:"skill,omitempty"`   // id of the skill that the call loads
	TookMS  *int64    `json:"took_ms,omitempty"` // until the tool's result; absent: there is none yet
	Failed  bool      `json:"failed,omitempty"`
	request string    // id of the tool use
}

// Limits of a turn.
const (
	ActsMax      = 200
	TurnBytesMax = 32 << 20 // of the transcript
	actCharsMax  = 300
	ownPromptFor = 2 * time.Second // the client may date the prompt's line later than its hook
	unordered    = time.Minute     // lines this close together may stand in another order than their times
)

// ReadTurn reads what the model did after a prompt that was typed at a time. It reads the file from
// near there, which it finds where lines have times. The error is that of ctx where it ended before.
func ReadTurn(ctx context.Context, path string, at time.Time, layout Layout) (Turn, error) {
	decoder := func() Decoder { return layout.Decoder(path, true) }
	file, err := openAt(path, at.Add(-unordered), decoder)
	if err != nil {
		return Turn{}, err
	}
	defer file.Close()
	rest := &io.LimitedReader{R: file, N: TurnBytesMax}
	r, t := NewReader(rest, nil, decoder()), turnReader{at: at}
	for {
		e, err := r.Next()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return Turn{}, err
		}
		if err != nil || !t.take(e) {
			t.turn.Cut = err != nil && rest.N == 0
			t.turn.Tokens = t.tokens.Sum()
			return t.turn, nil
		}
	}
}

// turnReader collects one turn.
type turnReader struct {
	at     time.Time
	own    bool // the prompt itself was met
	turn   Turn
	tokens Tokens
}

// take takes the next event, and reports whether there may be more of the turn.
func (t *turnReader) take(e Event) bool {
	if e.Time.Before(t.at) {
		return true
	}
	switch e.Kind {
	case KindPrompt, KindCommand:
		if t.own || t.turn.Last != nil || e.Time.Sub(t.at) > ownPromptFor {
			t.turn.Next = &e.Time
			return false
		}
		t.own = true
	case KindToolUse:
		t.turn.Calls++
		t.add(e, Act{Kind: ActTool, Name: e.Name, Text: FirstText(e.Input), Skill: e.Skill, request: e.ID})
	case KindToolResult:
		t.result(e)
	case KindAnswer:
		t.turn.Answers++
		t.add(e, Act{Kind: ActAnswer, Text: e.Text})
	case KindCompaction:
		t.add(e, Act{Kind: ActCompaction})
	case KindUsage:
		t.tokens.Add(e)
	}
	return true
}

func (t *turnReader) add(e Event, act Act) {
	act.At, act.Text = e.Time, cut.Runes(act.Text, actCharsMax)
	if len(t.turn.Acts) >= ActsMax {
		t.turn.Acts = slices.Delete(t.turn.Acts, 0, 1)
		t.turn.Earlier++
	}
	t.turn.Acts = append(t.turn.Acts, act)
	t.turn.Last = &e.Time
}

// FirstText returns the first text in a tool's input, which is JSON whose end may be missing; where
// none is found, the input.
func FirstText(input string) string {
	decoder := json.NewDecoder(strings.NewReader(input))
	var open []bool // of what is around: whether it is an object
	key := false    // the next text is a key
	for {
		token, err := decoder.Token()
		if err != nil {
			if text, ok := beginning(input[decoder.InputOffset():]); ok && !key {
				return text
			}
			return input
		}
		inObject := len(open) > 0 && open[len(open)-1]
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open = append(open, token == '{')
			} else {
				open = open[:len(open)-1]
			}
			inObject = len(open) > 0 && open[len(open)-1]
			key = inObject
		case string:
			if !key && strings.TrimSpace(token) != "" {
				return token
			}
			key = !key && inObject
		default:
			key = inObject
		}
	}
}

// beginning returns what there is of a JSON text whose end is missing, behind what stands before it.
func beginning(rest string) (text string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, ":, \t\r\n"), `"`)
	for end := len(rest); ok && end >= 0 && end > len(rest)-escapeBytes; end-- { // an escape may be cut, too
		if json.Unmarshal([]byte(`"`+rest[:end]+`"`), &text) == nil {
			return text, strings.TrimSpace(text) != ""
		}
	}
	return "", false
}

// escapeBytes are those of the longest escape in JSON, a pair as in \ud83d\ude00.
const escapeBytes = 12

// result notes what came of a call.
func (t *turnReader) result(e Event) {
	for i := range slices.Backward(t.turn.Acts) {
		act := &t.turn.Acts[i]
		if act.request != e.ID || act.Kind != ActTool || act.TookMS != nil {
			continue
		}
		took := max(e.Time.Sub(act.At).Milliseconds(), 0)
		act.TookMS, act.Failed = &took, e.Failed
		if e.Failed {
			t.turn.Failed++
		}
		t.turn.Last = &e.Time
		return
	}
}

const (
	nearEnough = 256 << 10        // bytes that are read for nothing rather than looked for more closely
	lookFor    = 2 * LineBytesMax // bytes in which a time has to stand
)

// openAt opens a file to be read on from near a time, not behind it. The place is found by halving:
// lines stand in the order of their times, more or less.
func openAt(path string, at time.Time, decoder func() Decoder) (*os.File, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read transcript: %w", err)
	}
	from, err := placeOf(file, at, decoder)
	if err == nil {
		_, err = file.Seek(from, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("read transcript %s: %w", path, err)
	}
	return file, nil
}

func placeOf(file *os.File, at time.Time, decoder func() Decoder) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	low, high := int64(0), info.Size()
	for high-low > nearEnough {
		middle := low + (high-low)/2
		part := NewReader(io.NewSectionReader(file, middle, min(high-middle, lookFor)), nil, decoder())
		e, err := part.Next() // of the first whole line behind the middle
		for err == nil && e.Time.IsZero() {
			e, err = part.Next()
		}
		switch {
		case err == nil && e.Time.Before(at):
			low = middle
		case err == nil || errors.Is(err, io.EOF):
			high = middle
		default:
			return 0, err
		}
	}
	return low, nil
}
