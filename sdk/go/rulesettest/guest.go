package rulesettest

import (
	"errors"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	impressionism "github.com/ed-irl/impressionism/sdk/go"
	"github.com/ed-irl/impressionism/sdk/go/internal/door"
)

// Start gives a runtime that runs the ruleset in this process, whatever the
// program. Guests of it take turns, so one must not evaluate another.
func Start(ruleset impressionism.Ruleset) abi.Start {
	return func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
		return &guest{ruleset: ruleset, sandbox: sandbox}, nil
	}
}

type guest struct {
	ruleset impressionism.Ruleset
	sandbox abi.Sandbox
}

var turn sync.Mutex

func (g *guest) Evaluate(function string, context []byte) ([]byte, error) {
	turn.Lock()
	defer turn.Unlock()
	door.Invoke = g.sandbox.Invoke
	defer func() { door.Invoke = nil }()
	answer, err := g.ruleset.Evaluate(function, context)
	if err != nil {
		return nil, fault(err)
	}
	return answer, nil
}

func (g *guest) Close() error { return nil }

// fault is what a host makes of a guest's error: its own limit where that is what
// ended it, else the text.
func fault(err error) *abi.Fault {
	if limit, ok := errors.AsType[*abi.Fault](err); ok && limit.Code == abi.Limit {
		return limit
	}
	return &abi.Fault{Code: abi.Internal, Message: err.Error()}
}
