// Package lazyregexp compiles regular expressions when they are first used. Every hook
// starts a process that links all packages: patterns compiled at its start were a
// twentieth of what a cold hook costs. The name is that of Go's own internal package.
// See RATIONALE.md, "Why is the hook's import closure listed?".
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles pattern at the first call and returns the same
// expression at every call. It panics as regexp.MustCompile does. It is safe for
// concurrent use.
func New(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
