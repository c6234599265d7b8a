// Package abi is the contract between host and rulesets: the types that cross,
// the table of host calls, and the guest interface. Every guest compiles it, so
// it imports the standard library only and knows no client, store or runtime.
package abi

import "fmt"

// Version is the number of the contract. It rises only when a guest built for
// the previous number would misbehave.
const Version = 2

// Serves returns an error, with what to do next, where this host does not serve a
// version of the contract.
func Serves(version int) error {
	switch {
	case version == Version:
		return nil
	case version > Version:
		return fmt.Errorf("abi %d is of a later version of impressionism, which serves abi %d here: update impressionism", version, Version)
	}
	return fmt.Errorf("abi %d is not served by this host, which serves abi %d: calls and fields have other names there (docs/rulesets/host-calls.md)", version, Version)
}

// The two functions of a ruleset, in the order in which they are called.
const (
	Activation   = "evaluate_activation"
	Deactivation = "evaluate_deactivation"
)

// Kinds of items. A ruleset sees those that its manifest names; see UsualKinds.
const (
	KindSkill   = "skill"
	KindTool    = "tool"
	KindCommand = "command"
	KindLesson  = "lesson"
	KindCode    = "code" // a place in the project's sources: searched, and never listed or active
)
