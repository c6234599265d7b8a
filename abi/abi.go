// Package abi is the contract between host and rulesets: the types that cross,
// the table of host calls, and the guest interface. Every guest compiles it, so
// it imports the standard library only and knows no client, store or runtime.
package abi

// Version is the number of the contract. It rises only when a guest built for
// the previous number would misbehave.
const Version = 1

// The two functions of a ruleset, in the order in which they are called.
const (
	Activation   = "evaluate_activation"
	Deactivation = "evaluate_deactivation"
)

// Kinds of items.
const (
	KindSkill   = "skill"
	KindCommand = "command"
)
