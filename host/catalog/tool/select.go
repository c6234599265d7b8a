package tool

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"
)

// Selects reports whether a tool is an item by the user's patterns of ids: one of include
// matches it and none of exclude. "*" stands for any part of an id.
func Selects(include, exclude []string, id string) bool {
	matches := func(pattern string) bool {
		ok, err := doublestar.Match(pattern, id)
		return ok && err == nil // patterns were checked where they were read
	}
	return slices.ContainsFunc(include, matches) && !slices.ContainsFunc(exclude, matches)
}
