package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
)

// ContextUnitsMax is how many UTF-16 code units of one hook reach the model as
// they are; of more it reads a preview of PreviewBytes.
const (
	ContextUnitsMax = 10_000
	PreviewBytes    = 2 << 10
)

// output is a hook's JSON object, each field for itself.
type output map[string]json.RawMessage

// decodeOutput wants one JSON object and nothing else.
func decodeOutput(data []byte) (output, error) {
	if data[0] != '{' {
		return nil, errors.New("it does not begin with {")
	}
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	var o output
	if err := decoder.Decode(&o); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the first object")
	}
	return o, nil
}

// looksLikeObject is when the client takes a text for JSON gone wrong rather
// than for a text: it begins as an object with a key and ends as one.
func looksLikeObject(data []byte) bool {
	text := string(data)
	return strings.HasSuffix(text, "}") && strings.HasPrefix(text, "{") && strings.HasPrefix(strings.TrimLeft(text[1:], " \t\r\n"), `"`)
}

// mixed tells text with a hook's JSON somewhere in it.
func mixed(text string) bool {
	return strings.Contains(text, `"hookSpecificOutput"`) || strings.Contains(text, `"additionalContext"`)
}

// specific is hookSpecificOutput as far as it is judged.
type specific struct {
	EventName          *string `json:"hookEventName"`
	AdditionalContext  *string `json:"additionalContext"`
	PermissionDecision string  `json:"permissionDecision"`
	PermissionReason   string  `json:"permissionDecisionReason"`
}

// top are the fields of the object itself that are judged.
type top struct {
	SystemMessage string `json:"systemMessage"`
	Continue      *bool  `json:"continue"`
	StopReason    string `json:"stopReason"`
	Decision      string `json:"decision"`
	Reason        string `json:"reason"`
}

// judge returns what comes of a valid object. An exit code of 1 does not matter
// then: that was measured for prompts.
func (o output) judge(event Event, a Answer) Effect {
	var t top
	var s specific
	if problem, code := o.validate(event, &t, &s); problem != "" {
		return Effect{Verdict: VerdictError, What: "The client rejects the answer: " + problem, Codes: []string{code}}
	}
	e := o.effect(event, a, t, s)
	if t.SystemMessage != "" {
		e.ToUser = fmt.Sprintf("%s says: %s", event.Name, t.SystemMessage)
		if e.Verdict == VerdictNothing {
			e.Verdict, e.What = VerdictMessage, "The user is told a line; the model nothing."
		}
	}
	if _, found := o["additionalContext"]; found {
		e.Codes = append(e.Codes, CodeContextTop)
		e.What += " additionalContext at the top is ignored: it belongs into hookSpecificOutput."
	}
	return e
}

// validate returns what the client's own check finds wrong, and the code for it.
func (o output) validate(event Event, t *top, s *specific) (problem, code string) {
	if err := o.decode(t); err != nil {
		return err.Error(), CodeInvalid
	}
	raw, found := o["hookSpecificOutput"]
	if !found {
		return "", ""
	}
	switch err := json.Unmarshal(raw, s); {
	case err != nil:
		return "hookSpecificOutput: " + typeProblem(err), CodeInvalid
	case s.EventName == nil:
		return "hookSpecificOutput has no hookEventName.", CodeEventName
	case *s.EventName != event.Name:
		return fmt.Sprintf("its hookEventName is %q, the event is %s.", *s.EventName, event.Name), CodeEventName
	case event.Context == Rejected && s.AdditionalContext != nil:
		return event.Name + " takes no additionalContext.", CodeNotTaken
	}
	return "", ""
}

func (o output) decode(t *top) error {
	whole, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(whole, t); err != nil {
		return errors.New(typeProblem(err))
	}
	return nil
}

func typeProblem(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%s must not be a %s.", wrong.Field, wrong.Value)
	}
	return err.Error()
}

// effect is what an object brings about, the strongest first.
func (o output) effect(event Event, a Answer, t top, s specific) Effect {
	stops := event.Name == "Stop" || event.Name == "SubagentStop"
	switch {
	case t.Continue != nil && !*t.Continue:
		what := "continue: false ends the turn."
		if event.Name == "UserPromptSubmit" {
			what = "continue: false blocks the prompt: no request is sent."
		}
		return Effect{Verdict: VerdictBlocked, What: what, ToUser: t.StopReason}
	case t.Decision == "block" && stops:
		return Effect{Verdict: VerdictForcedOn, What: "decision: block forces the model to go on. " + loop(a), ToModel: t.Reason, Codes: []string{CodeFeedsBack}}
	case t.Decision == "block" && event.Name == "UserPromptSubmit":
		return Effect{Verdict: VerdictBlocked, What: "decision: block blocks the prompt: no request is sent.", ToUser: t.Reason}
	case t.Decision == "block":
		return Effect{Verdict: VerdictDecided, What: "decision: block tells the model the reason (by the client's description, not measured).", ToModel: t.Reason}
	case s.PermissionDecision != "":
		return Effect{
			Verdict: VerdictDecided, ToModel: s.PermissionReason,
			What: fmt.Sprintf("permissionDecision: %s (by the client's description). Of several hooks one denial is enough.", s.PermissionDecision),
		}
	case s.AdditionalContext == nil || *s.AdditionalContext == "":
		return Effect{Verdict: VerdictNothing, What: "It is valid and says nothing."}
	}
	return withContext(event, a, *s.AdditionalContext)
}

func withContext(event Event, a Answer, text string) Effect {
	prefix := event.Name + " hook additional context: "
	if a.Async {
		e := inject(prefix, text, "It comes with the next request of the same turn, if the hook ends before that; with -p it is killed.")
		e.Codes = append(e.Codes, CodeAsync)
		return e
	}
	switch event.Context {
	case ToModel:
		return inject(prefix, text, "The model reads it, now and with every later request until a compaction.")
	case ToSubagent:
		return inject(prefix, text, "The subagent that starts reads it.")
	case ForcesOn:
		e := inject(prefix, text, "It forces the model to go on. "+loop(a))
		e.Verdict, e.Codes = VerdictForcedOn, append(e.Codes, CodeFeedsBack)
		return e
	}
	return Effect{Verdict: VerdictNothing, What: "What becomes of additionalContext on this event was not measured.", Codes: []string{CodeNotTaken}}
}

// inject returns a text as the model reads it.
func inject(prefix, text, what string) Effect {
	units := cut.Units(text)
	if units <= ContextUnitsMax {
		return Effect{Verdict: VerdictInjected, What: what, ToModel: prefix + strings.ReplaceAll(text, "</system-reminder>", "&lt;/system-reminder>")}
	}
	return Effect{
		Verdict: VerdictPersisted, Codes: []string{CodeTooLong},
		What:    fmt.Sprintf("It has %d characters, more than %d: the client writes it to a file, and the model reads its path and a preview of 2 KB.", units, ContextUnitsMax),
		ToModel: prefix + "<persisted-output>\n" + cut.Bytes(text, PreviewBytes),
	}
}
