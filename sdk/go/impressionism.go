// Package impressionism is what a ruleset in Go is written with. The same code is
// a guest when it is built for GOOS=wasip1 GOARCH=wasm with -buildmode=c-shared,
// and an ordinary package under go test, where rulesettest plays its scenarios.
// It knows the contract only; what a guest imports is what its code calls.
//
//	func init() {
//		impressionism.Register(impressionism.Ruleset{Activation: activation, Deactivation: deactivation})
//	}
//
//	func main() {}
package impressionism

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/sdk/go/internal/codec"
)

// Ruleset is the two functions of a ruleset, called in this order within one
// event; nothing is kept from one event to the next. One that is nil says nothing.
type Ruleset struct {
	// Activation lists what is to be active, best first. What is active already
	// and listed again is refreshed.
	Activation func(Context) ([]Entry, error)
	// Deactivation lists what is to be active no more; the context's Activated is
	// what Activation answered.
	Deactivation func(Context) ([]Entry, error)
}

// Evaluate calls a function by its name in the contract: an encoded Context in, an
// encoded list of entries out. An error of the function or its panic comes back as
// an error of text and place, as in "no such table (rules.go:12)".
func (r Ruleset) Evaluate(function string, context []byte) (answer []byte, err error) {
	run := r.Activation
	if function == abi.Deactivation {
		run = r.Deactivation
	}
	if run == nil {
		return []byte("[]"), nil
	}
	var c Context
	if err := codec.Decode(context, &c); err != nil {
		return nil, fmt.Errorf("decode the context: %w", err)
	}
	defer func() {
		if value := recover(); value != nil {
			answer, err = nil, panicked(value)
		}
	}()
	lastFault = issued{}
	entries, err := run(c)
	if err != nil {
		return nil, returned(err)
	}
	if entries == nil {
		entries = []Entry{}
	}
	for i, entry := range entries {
		if score := entry.Score; score != nil && (math.IsNaN(*score) || math.IsInf(*score, 0)) {
			return nil, fmt.Errorf("encode the answer of %s: /%d/score: %v is no number that JSON has", function, i, *score)
		}
	}
	answer, err = json.Marshal(entries)
	if err != nil {
		return nil, fmt.Errorf("encode the answer of %s: %w", function, err)
	}
	return answer, nil
}
