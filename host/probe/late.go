package probe

import (
	"regexp"
	"sync"
)

// late compiles a pattern when it is first asked for. Every hook links this package
// and none asks: compiled at the start, the patterns were a twentieth of what a cold
// one costs.
func late(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
