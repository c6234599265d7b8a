package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// guestOf is a guest that answers the same whatever it is asked.
type guestOf struct {
	answer string
	close  error
}

func (g guestOf) Evaluate(string, []byte) ([]byte, error) { return []byte(g.answer), nil }
func (g guestOf) Close() error                            { return g.close }

// Ensure that a context or an answer that is too large, a guest that cannot be
// closed and a language that this build does not run are faults that cost the
// ruleset its say, and name the budget or the language.
func TestConsultFaults(t *testing.T) {
	long := `[{"ref":"skill:database","reason":"0123456789"}]`
	for _, c := range []struct {
		name  string
		guest *guestOf
		edit  func(*abi.Budgets)
		want  string
	}{
		{"context", &guestOf{answer: "[]"}, func(b *abi.Budgets) { b.ContextBytes = 10 }, "limit: context: 134 bytes are more than 10"},
		{"answer", &guestOf{answer: long}, func(b *abi.Budgets) { b.AnswerBytes = 10 }, "limit: answer: 48 bytes are more than 10"},
		{"close", &guestOf{answer: long, close: errors.New("secret")}, func(*abi.Budgets) {}, "internal: the host could not answer"},
		{"language", nil, func(*abi.Budgets) {}, "unavailable: custom/boom: this build cannot run .lua files"},
	} {
		e := testEngine()
		e.Runtimes = nil
		if c.guest != nil {
			e.Runtimes = map[string]abi.Start{".lua": func(abi.Program, abi.Sandbox) (abi.Guest, error) { return c.guest, nil }}
		}
		ruleset, err := e.Set.Load("custom/boom")
		if err != nil {
			t.Fatal(err)
		}
		event := input(t, "x")
		c.edit(&event.Budgets)
		got := e.Consult(ruleset, event)
		if got.Fault == nil || got.Fault.Error() != c.want || len(got.Decision.Activate) != 0 {
			t.Errorf("%s: got %v, %v; want %s", c.name, got.Fault, got.Decision, c.want)
		}
	}
}

// metered is a guest whose functions use fuel before and after a call.
type metered struct {
	sandbox abi.Sandbox
	used    *int64
}

func (m metered) Evaluate(string, []byte) ([]byte, error) {
	*m.used += 100
	m.sandbox.Invoke("session", []byte("{}"))
	*m.used += 20
	m.sandbox.Invoke("session", []byte("{}"))
	*m.used += 3
	return []byte("[]"), nil
}
func (m metered) Close() error    { return nil }
func (m metered) FuelUsed() int64 { return *m.used }

// Ensure that a trace tells where a guest's fuel went: what was used before each
// host call, starting included, and in each function.
func TestFuelInTrace(t *testing.T) {
	e := testEngine()
	e.Runtimes = map[string]abi.Start{".lua": func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		return metered{sandbox, new(int64(4000))}, nil
	}}
	ruleset, err := e.Set.Load("custom/boom")
	if err != nil {
		t.Fatal(err)
	}
	got := e.Consult(ruleset, input(t, "x"))
	if got.Fault != nil {
		t.Fatal(got.Fault)
	}
	var calls, functions []int64
	for _, call := range got.Trace.Calls {
		calls = append(calls, call.Fuel)
	}
	for _, answer := range got.Trace.Answers {
		functions = append(functions, answer.Fuel)
	}
	if fmt.Sprint(calls, functions) != "[4100 20 103 20] [123 123]" {
		t.Errorf("got %v, %v", calls, functions)
	}
}
