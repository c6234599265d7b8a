// Package ascii classifies single bytes of text. The name is that of Go's own internal
// package. It knows no letter outside ASCII: see package unicode for those.
package ascii

// IsUpper reports whether c is one of A to Z.
func IsUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// IsLower reports whether c is one of a to z.
func IsLower(c byte) bool { return 'a' <= c && c <= 'z' }

// IsAlphanumeric reports whether c is a letter or a digit.
func IsAlphanumeric(c byte) bool { return IsUpper(c) || IsLower(c) || '0' <= c && c <= '9' }
