package trace

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Difference is one thing in which two traces differ. An absent thing is "".
type Difference struct {
	Part string `json:"part"` // "context", "call", "log", "answer", "decision", …
	What string `json:"what"` // which one: a field, a call's number, a function
	A    string `json:"a"`
	B    string `json:"b"`
}

// Parts of a trace, in the order in which they come about.
const (
	PartRuleset  = "ruleset"
	PartContext  = "context"
	PartParam    = "parameter"
	PartWarning  = "warning"
	PartCall     = "call"
	PartLog      = "log"
	PartAnswer   = "answer"
	PartDecision = "decision"
	PartFault    = "fault"
	PartSaid     = "said"
	PartDropped  = "dropped"
	PartOpinion  = "opinion"
)

// Diff returns all in which two traces differ but times, causes before effects.
func Diff(a, b Trace) []Difference {
	d := differ{}
	d.add(PartRuleset, "id", a.Ruleset, b.Ruleset)
	d.add(PartRuleset, "hash", a.Hash, b.Hash)
	d.fields(PartContext, a.Context, b.Context)
	d.add(PartContext, "deactivate_only", fmt.Sprint(a.DeactivateOnly), fmt.Sprint(b.DeactivateOnly))
	d.params(a.Params, b.Params)
	d.list(PartWarning, a.Warnings, b.Warnings)
	return append(d.found, DiffRun(a, b)...)
}

// DiffRun returns the differences in what a ruleset did and what came of it, given
// the same. The calls of rulesets that it evaluated are left out, and the warnings: a
// replay neither evaluates nor resolves parameters.
func DiffRun(a, b Trace) []Difference {
	d := differ{}
	d.list(PartCall, calls(a), calls(b))
	d.list(PartLog, lines(a), lines(b))
	d.list(PartAnswer, answers(a), answers(b))
	return append(d.found, DiffDecision(a, b)...)
}

// DiffDecision returns the differences in what came of it, byte for byte.
func DiffDecision(a, b Trace) []Difference {
	d := differ{}
	d.add(PartFault, "", faultText(a), faultText(b))
	d.add(PartDecision, "", string(compact(a.Decision)), string(compact(b.Decision)))
	return d.found
}

// DiffTold returns the differences in what was said, what the budget dropped, and what a
// language model said of it.
func DiffTold(a, b Trace) []Difference {
	d := differ{}
	d.fields(PartOpinion, timeless(a.Opinion), timeless(b.Opinion))
	d.list(PartSaid, notes(a.Said), notes(b.Said))
	d.list(PartDropped, notes(a.Dropped), notes(b.Dropped))
	return d.found
}

type differ struct{ found []Difference }

func (d *differ) add(part, what, a, b string) {
	if a != b {
		d.found = append(d.found, Difference{Part: part, What: what, A: a, B: b})
	}
}

func (d *differ) list(part string, a, b []string) {
	for i := range max(len(a), len(b)) {
		d.add(part, fmt.Sprint(i+1), at(a, i), at(b, i))
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// fields compares two values of one type by the fields of their JSON.
func (d *differ) fields(part string, a, b any) {
	left, right := raw(a), raw(b)
	for _, name := range sortedKeys(left, right) {
		d.add(part, name, string(left[name]), string(right[name]))
	}
}

func (d *differ) params(a, b []Param) {
	left, right := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for _, side := range []struct {
		into map[string]json.RawMessage
		from []Param
	}{{left, a}, {right, b}} {
		for _, param := range side.from {
			side.into[strings.TrimSpace(param.By+" "+param.Name)] = json.RawMessage(text(param.Value) + " from " + param.From)
		}
	}
	for _, name := range sortedKeys(left, right) {
		d.add(PartParam, name, string(left[name]), string(right[name]))
	}
}

func calls(t Trace) []string {
	var list []string
	for _, call := range t.Calls {
		if call.By != "" || call.Call == "log" { // lines of the log are compared by themselves
			continue
		}
		list = append(list, callKey(call.Call, call.Request)+" → "+string(compact(call.Reply)))
	}
	return list
}

func lines(t Trace) []string {
	var list []string
	for _, line := range t.Log {
		if line.By == "" {
			list = append(list, line.Level+" "+line.Message)
		}
	}
	return list
}

func answers(t Trace) []string {
	var list []string
	for _, answer := range t.Answers {
		list = append(list, strings.TrimSpace(answer.Function+" "+string(compact(answer.Answer))+" "+answer.Error))
	}
	return list
}

func notes(list []Note) []string {
	var out []string
	for _, note := range list {
		out = append(out, strings.TrimSpace(note.Ref.ID+" "+note.Why))
	}
	return out
}

func faultText(t Trace) string {
	if t.Fault == nil {
		return ""
	}
	return t.Fault.Error()
}

// timeless is an opinion without its time.
func timeless(o *Opinion) any {
	if o == nil {
		return struct{}{}
	}
	without := *o
	without.MS = 0
	return without
}
