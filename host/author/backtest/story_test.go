package backtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/backtest"
)

var began = time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)

// story makes happenings of lines: "prompt TEXT", "use ID" (by the model), "/ID"
// (by the user), "stop REQUESTS", "compact", "listed ID=bare|shown …", "end", and
// "session ID" for another one.
func story(t *testing.T, lines ...string) []backtest.Happening {
	t.Helper()
	var all []backtest.Happening
	id := "s1"
	for i, line := range lines {
		verb, rest, _ := strings.Cut(line, " ")
		at := abi.Event{SessionID: id, Workspace: "/w", Time: began.Add(time.Duration(i) * time.Minute)}
		h := backtest.Happening{}
		switch verb {
		case "session":
			id = rest
			continue
		case "prompt":
			at.Name, at.Prompt = abi.EventPrompt, rest
		case "use":
			at.Name, at.ToolName, at.Invoked = abi.EventToolUsed, "Skill", rest
		case "stop":
			at.Name = abi.EventTurnEnded
			if _, err := fmt.Sscan(rest, &h.Requests); err != nil {
				t.Fatal(err)
			}
		case "compact":
			at.Name, at.Source = abi.EventSessionStarted, "compact"
		case "end":
			at.Name = abi.EventSessionEnded
		case "listed":
			h.Listed = &backtest.Listed{}
			for _, field := range strings.Fields(rest) {
				name, how, _ := strings.Cut(field, "=")
				h.Listed.Names = append(h.Listed.Names, name)
				if how == "bare" {
					h.Listed.Bare = append(h.Listed.Bare, name)
				}
			}
		default:
			at.Name, at.Prompt, at.Command = abi.EventPrompt, line, strings.TrimPrefix(line, "/")
		}
		h.Event = at
		all = append(all, h)
	}
	return all
}

// answering obeys its prompts: "+a" activates and tells a, "~a" activates without
// telling, "-a" withdraws; what follows "name:" is for that ruleset alone. An id that
// begins with # is a place's.
func answering(name string) backtest.Ruleset {
	return backtest.Ruleset{Name: name, ID: "custom/" + name, Hash: "00", Ask: func(h backtest.Happening) (backtest.Answer, error) {
		a := backtest.Answer{Asked: h.Name == abi.EventPrompt && h.Command == ""}
		for _, word := range strings.Fields(h.Prompt) {
			if owner, own, ok := strings.Cut(word, ":"); ok {
				if owner != name {
					continue
				}
				word = own
			}
			entry := abi.Entry{Ref: abi.Skill(word[1:]), Reason: "asked"}
			if strings.HasPrefix(entry.Ref.ID, "#") {
				entry.Ref.Kind = abi.KindCode
			}
			switch {
			case !a.Asked:
			case word == "fail!":
				return a, errors.New("broken host")
			case word == "fault!":
				a.Fault = abi.Limit
			case word == "hm":
				a.Neutral = true
			case word[0] == '+':
				a.Told = append(a.Told, entry.Ref)
				a.Said = "12345678é" // nine units: three tokens
				fallthrough
			case word[0] == '~':
				a.Decision.Activate = append(a.Decision.Activate, entry)
			case word[0] == '-':
				a.Decision.Deactivate = append(a.Decision.Deactivate, entry)
			}
		}
		return a, nil
	}}
}

// places has the items a to e; the budget hides d.
func places(string) (backtest.Place, error) {
	return backtest.Place{
		Find: func(event abi.Event) (found []abi.Ref) {
			for id := range strings.SplitSeq(event.Invoked+event.Command, "+") {
				if len(id) == 1 && strings.Contains("abcde", id) {
					found = append(found, abi.Skill(id))
				}
			}
			return found
		},
		Hidden: map[string]bool{"d": true},
	}, nil
}
