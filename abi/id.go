package abi

import "strings"

// IDBytesMax bounds a ruleset's id.
const IDBytesMax = 200

// ValidID reports whether id is a ruleset's: <owner>/<name> in small letters, digits, '_',
// '.' and '-', of at most 200 bytes. It is the pattern of manifest.schema.json by hand, as
// the hook compiles no regular expression.
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
	return len(parts) == 2 && len(id) <= IDBytesMax
}

func isAlnum(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
