package conformance

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// probeID is the id of every entry that a line gives.
const probeID = "probe"

// Run holds a probe to every case.
func Run(t *testing.T, probe Probe) {
	cases, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(strings.ReplaceAll(c.Name, " ", "_"), func(t *testing.T) {
			for _, problem := range probe.Problems(c) {
				t.Error(problem)
			}
			if t.Failed() {
				t.Logf("%s: %s", probe.Language, c.Why)
			}
		})
	}
}

// Problems tells what a probe does otherwise than the case wants. It is played in
// two fresh instances: the second has to give the same bytes for the same fuel.
func (p Probe) Problems(c Case) []string {
	first, problems := p.play(c)
	if len(problems) > 0 {
		return problems
	}
	if second, _ := p.play(c); second != first {
		return []string{fmt.Sprintf("the second run differs from the first:\n%s\n%s", second, first)}
	}
	return nil
}

// outcome is what has to be equal when a case is played again.
type outcome struct {
	activation, deactivation string
	fault                    string
	fuel                     int64
}

func (o outcome) String() string {
	return fmt.Sprintf("%.2000s | %.2000s | %s | fuel %d", o.activation, o.deactivation, o.fault, o.fuel)
}

func (p Probe) play(c Case) (outcome, []string) {
	budgets, err := c.budgets()
	if err != nil {
		return outcome{}, []string{err.Error()}
	}
	answered := &door{calls: c.Calls}
	sandbox := abi.Sandbox{Budgets: budgets, Calls: abi.Calls, Seed: 42, Invoke: answered.invoke}
	if c.Unlinked {
		sandbox.Calls = nil
	}
	guest, err := p.Start(p.Program, sandbox)
	if err != nil {
		return outcome{}, []string{"start: " + err.Error()}
	}
	o, problems := p.ask(c, guest)
	problems = append(problems, answered.wrong...)
	if c.Fault == nil {
		problems = append(problems, answered.missing()...)
	}
	if metered, ok := guest.(abi.Metered); ok {
		o.fuel = metered.FuelUsed()
	} else {
		problems = append(problems, "the guest cannot tell its fuel")
	}
	if err := guest.Close(); err != nil {
		problems = append(problems, "close: "+err.Error())
	}
	return o, problems
}

// ask calls both functions; the second is told what the first one answered.
func (p Probe) ask(c Case, guest abi.Guest) (o outcome, problems []string) {
	answer, activated, problems := p.evaluate(c, guest, abi.Activation, nil)
	o.activation = answer
	if c.Fault.in(abi.Activation) || len(problems) > 0 {
		o.fault = answer
		return o, problems
	}
	answer, _, problems = p.evaluate(c, guest, abi.Deactivation, activated)
	o.deactivation = answer
	return o, problems
}

// evaluate calls one function and compares what comes of it; the text is the
// answer or the fault.
func (p Probe) evaluate(c Case, guest abi.Guest, function string, activated []abi.Entry) (text string, entries []abi.Entry, problems []string) {
	context, err := c.context(function, activated)
	if err != nil {
		return "", nil, []string{err.Error()}
	}
	answer, err := guest.Evaluate(function, context)
	switch {
	case c.Fault.in(function):
		text, problems = p.fault(*c.Fault, err)
		return text, nil, problems
	case err != nil:
		return "", nil, []string{fmt.Sprintf("%s: %v", function, err)}
	}
	entries, problems = p.entries(function, answer, c.Want.of(function))
	return string(answer), entries, problems
}

// budgets are wide, so that only a case's own limits are met.
func (c *Case) budgets() (abi.Budgets, error) {
	b := abi.DefaultBudgets()
	b.Fuel, b.AnswerBytes, b.HostCalls = 1<<32, 4<<20, 1<<20
	if c.Budgets != nil {
		if err := json.Unmarshal(c.Budgets, &b); err != nil {
			return b, fmt.Errorf("budgets: %w", err)
		}
	}
	return b, nil
}
