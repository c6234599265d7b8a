// Command go is the probe guest in Go: a ruleset whose prompt is a program, as
// abi/conformance describes it. It makes every host call through the SDK's
// typed functions, so that what passes is the SDK.
package main

import (
	"fmt"
	"strings"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

var ruleset = impressionism.Ruleset{Activation: activation, Deactivation: deactivation}

func init() { impressionism.Register(ruleset) } // a guest's main never runs

func main() {}

// later marks the lines of the second function.
const later = "then "

func activation(context impressionism.Context) ([]impressionism.Entry, error) {
	return run(context, func(line string) (string, bool) { return line, !strings.HasPrefix(line, later) })
}

func deactivation(context impressionism.Context) ([]impressionism.Entry, error) {
	return run(context, func(line string) (string, bool) { return strings.CutPrefix(line, later) })
}

// entered counts the functions that this instance has entered.
var entered int

// run gives the entries of those lines of the prompt that are the function's own.
func run(context impressionism.Context, own func(line string) (string, bool)) ([]impressionism.Entry, error) {
	entered++
	var entries []impressionism.Entry
	for line := range strings.SplitSeq(context.UserPrompt, "\n") {
		line, mine := own(line)
		if !mine || line == "" {
			continue
		}
		name, arguments, _ := strings.Cut(line, " ")
		verb, known := verbs[name]
		if !known {
			return nil, fmt.Errorf("there is no such line: %s", line)
		}
		given, err := verb(context, arguments)
		if err != nil {
			return nil, err
		}
		entries = append(entries, given...)
	}
	return entries, nil
}

// said is the entry that most lines give.
func said(reason string) []impressionism.Entry {
	return []impressionism.Entry{{Ref: impressionism.Ref{Kind: "skill", ID: "probe"}, Reason: reason}}
}
