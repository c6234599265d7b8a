package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// got is an entry as a guest wrote it; its reason may be a reply itself.
type got struct {
	Ref    abi.Ref         `json:"ref"`
	Reason json.RawMessage `json:"reason"`
	Score  *float64        `json:"score"`
}

// text is the reason where it is one.
func (g got) text() string {
	var text string
	if err := json.Unmarshal(g.Reason, &text); err != nil {
		return string(g.Reason)
	}
	return text
}

// entries compares an answer and gives it as the second function is told of it.
func (p Probe) entries(function string, answer []byte, wanted []Entry) (entries []abi.Entry, problems []string) {
	var list []got
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil || list == nil {
		return nil, []string{fmt.Sprintf("%s: the answer is no list of entries (%v): %.500s", function, err, answer)}
	}
	if len(list) != len(wanted) {
		return nil, []string{fmt.Sprintf("%s: got %d entries, want %d: %.2000s", function, len(list), len(wanted), answer)}
	}
	for i, entry := range list {
		if text := p.entry(entry, wanted[i]); text != "" {
			problems = append(problems, fmt.Sprintf("%s: entry %d: %s", function, i+1, text))
		}
		entries = append(entries, abi.Entry{Ref: entry.Ref, Reason: entry.text(), Score: entry.Score})
	}
	return entries, problems
}

func (w *Want) of(function string) []Entry {
	switch {
	case w == nil:
		return nil
	case function == abi.Deactivation:
		return w.Deactivation
	}
	return w.Activation
}

// fault compares the error that ended a function.
func (p Probe) fault(want Fault, err error) (text string, problems []string) {
	fault, ok := errors.AsType[*abi.Fault](err)
	if !ok {
		return "", []string{fmt.Sprintf("got the error %v, want a fault", err)}
	}
	add := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	first, _, _ := strings.Cut(fault.Message, "\n")
	if fault.Code != want.Code {
		add("got the code %s, want %s: %s", fault.Code, want.Code, fault.Message)
	}
	if !strings.HasPrefix(fault.Message, want.Starts) {
		add("the message does not start with %q: %s", want.Starts, fault.Message)
	}
	if strings.HasPrefix(first, fault.Code+": ") {
		add("the message says the code again: %s", fault.Message)
	}
	for _, text := range want.Holds {
		if !strings.Contains(first, text) {
			add("the first line does not hold %q: %s", text, fault.Message)
		}
	}
	if want.Place && p.Place != nil && !p.Place.MatchString(first) {
		add("the first line does not name the place, as in %s: %s", p.Place, fault.Message)
	}
	return fault.Error(), problems
}

func (f *Fault) in(function string) bool {
	return f != nil && (function == f.Function || f.Function == "" && function == abi.Activation)
}
