package engine

import "github.com/ed-irl/impressionism/abi"

// ValidID reports whether id is a ruleset's: see abi.ValidID.
func ValidID(id string) bool { return abi.ValidID(id) }
