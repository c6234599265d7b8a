package engine

import (
	"strings"

	"github.com/ed-irl/impressionism/host/near"
)

const idBytesMax = 200

// ValidID reports whether id is <owner>/<name> in small letters, digits, '_', '.'
// and '-': the pattern of manifest.schema.json, by hand, as the hook compiles no
// regular expression.
func ValidID(id string) bool {
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if part == "" || !isAlnum(part[0]) {
			return false
		}
		for i := range len(part) {
			if c := part[i]; !isAlnum(c) && c != '_' && c != '.' && c != '-' {
				return false
			}
		}
	}
	return len(parts) >= 2 && len(id) <= idBytesMax
}

func isAlnum(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

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
	}
	return best
}
