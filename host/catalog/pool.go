package catalog

import "github.com/ed-irl/impressionism/abi"

// poolListed is the pool of all that the client lists under one set of names.
const poolListed = "listed"

// PoolOf names the items with which those of a kind compete for a prompt: skills and
// commands with each other, because the client lists them together and a person has
// either for one need; items of any other kind among themselves.
func PoolOf(kind string) string {
	switch kind {
	case abi.KindSkill, abi.KindCommand:
		return poolListed
	}
	return kind
}
