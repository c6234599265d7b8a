package hook

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/respond"
)

// stepOrder is in which steps of an event follow each other; unknown ones come last.
var stepOrder = []string{"open", "settings", "record", "handoff", "settle", "index", "surroundings", "usage", "state", "ruleset", "render", "opinion", "store", "shadow", "retain", "close"}

// printTimings prints on stderr where the time of an event went. Steps that run beside
// others, such as listing the items, take time of the step that waits for them.
func (h *Invocation) printTimings(response respond.Response) {
	line := func(step string, took time.Duration, what string) {
		fmt.Fprintf(h.ErrOut, "%-12s %7.2f ms  %s\n", step, float64(took.Microseconds())/1000, what)
	}
	now := h.Now()
	line("read", h.read.Sub(h.Started), "the process's start, as far as it took more than 10 ms; stdin, settings")
	inSteps := time.Duration(0)
	order := func(step string) int {
		if at := slices.Index(stepOrder, step); at >= 0 {
			return at
		}
		return len(stepOrder)
	}
	for _, step := range slices.SortedFunc(maps.Keys(response.Steps), func(a, b string) int { return order(a) - order(b) }) {
		took := time.Duration(response.Steps[step]) * time.Microsecond
		inSteps += took
		line(step, took, "")
	}
	line("other", now.Sub(h.read)-inSteps, "what no step counts")
	line("all", now.Sub(h.Started), "")
}
