package hostile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// expectation is how a guest has to end.
type expectation struct {
	phase string   // where it fails
	code  string   // of the fault; none before it is started
	parts []string // of the message
	// decision is what is decided where nothing fails, in canonical encoding.
	decision string
	// loosely is a part of the code and message, or of the decision, where
	// nothing else is known.
	loosely string
}

// The phases, in order.
const (
	phaseLoad     = "load"     // before it is even a ruleset
	phaseVet      = "vet"      // refused before anything runs
	phaseStart    = "start"    // while it is started
	phaseEvaluate = "evaluate" // while one of its functions runs
	phaseDecide   = "decide"   // when its answer is read
	phaseOK       = "ok"       // not at all: what it tried gave it nothing
)

var codes = []string{
	abi.BadRequest, abi.UnknownCall, abi.NotAllowed, abi.NotFound, abi.Limit, abi.Unavailable, abi.Internal,
}

// readExpectation reads PHASE CODE "part of the message"…, load or vet "part"…, or ok
// DECISION.
func readExpectation(text string) (expectation, error) {
	phase, rest, _ := strings.Cut(text, " ")
	e := expectation{phase: phase}
	switch phase {
	case phaseOK:
		e.decision = rest
		return e, nil
	case phaseStart, phaseEvaluate, phaseDecide:
		e.code, rest, _ = strings.Cut(rest, " ")
		if !slices.Contains(codes, e.code) {
			return e, fmt.Errorf("%q is no code of an error", e.code)
		}
	case phaseLoad, phaseVet:
	default:
		return e, fmt.Errorf("%q is no phase", phase)
	}
	var err error
	e.parts, err = quoted(rest)
	return e, err
}

// quoted reads one or more texts in quotes.
func quoted(text string) ([]string, error) {
	var parts []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		prefix, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("no text in quotes: %s", text)
		}
		part, err := strconv.Unquote(prefix)
		if err != nil || part == "" {
			return nil, fmt.Errorf("no text in quotes, or an empty one: %s", prefix)
		}
		parts, text = append(parts, part), text[len(prefix):]
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("no part of the message is named")
	}
	return parts, nil
}

// problems says in what an end differs from the expected one.
func (e expectation) problems(got ending) []string {
	var problems []string
	add := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	if e.loosely != "" {
		if !strings.Contains(got.code+": "+got.message+got.decision, e.loosely) {
			add("it ended so: %s; want %s", got, e.loosely)
		}
		return problems
	}
	if got.phase != e.phase {
		add("it ended in phase %s, want %s", got.phase, e.phase)
	}
	if got.code != e.code {
		add("the code is %q, want %q", got.code, e.code)
	}
	for _, part := range e.parts {
		if !strings.Contains(got.message, part) {
			add("the message has no %q", part)
		}
	}
	if e.phase == phaseOK && got.decision != e.decision {
		add("it decided %s, want %s", got.decision, e.decision)
	}
	if len(problems) > 0 {
		add("it ended so: %s", got)
	}
	return problems
}

// Ensure that an expectation names a phase, a code and a part of the message,
// and that an end which differs in any of them is found out.
func TestExpectation(t *testing.T) {
	for _, text := range []string{"", "later limit \"x\"", "start \"x\"", "start gone \"x\"", "evaluate limit", "vet", `vet ""`, `vet "x`, "vet x"} {
		if _, err := readExpectation(text); err == nil {
			t.Errorf("%q is taken for an expectation", text)
		}
	}
	e, err := readExpectation(`evaluate limit "fuel: all" "in f"`)
	if err != nil {
		t.Fatal(err)
	}
	right := ending{phase: phaseEvaluate, code: abi.Limit, message: "fuel: all 5 units used in f"}
	if found := e.problems(right); found != nil {
		t.Errorf("a right end: %q", found)
	}
	for _, wrong := range []ending{
		{phase: phaseStart, code: right.code, message: right.message},
		{phase: right.phase, code: abi.Internal, message: right.message},
		{phase: right.phase, code: right.code, message: "fuel: all 5 units used in g"},
	} {
		if e.problems(wrong) == nil {
			t.Errorf("a wrong end is not found out: %s", wrong)
		}
	}
	e, err = readExpectation(`ok {"activate":[]}`)
	if err != nil || e.problems(ending{phase: phaseOK, decision: `{"activate":[1]}`}) == nil {
		t.Errorf("another decision is not found out (%v)", err)
	}
}
