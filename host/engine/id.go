package engine

import (
	"path"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/near"
)

// ValidID reports whether id is a ruleset's: see abi.ValidID.
func ValidID(id string) bool { return abi.ValidID(id) }

// nearest gives the id that id was probably meant to be, or "".
func nearest(id string, ids []string) string {
	best, distance := "", 4 // more than three typing errors is another word
	for _, other := range ids {
		if d := near.Distance(id, other); d < distance {
			best, distance = other, d
		}
		if strings.HasSuffix(other, "/"+id) {
			return other
		}
		if d := near.Distance(id, path.Base(other)); d < distance && 2*d < len(id) {
			best, distance = other, d
		}
	}
	return best
}
