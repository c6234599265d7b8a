package doctor

import (
	"fmt"
	"strings"
)

// Watched is a folder whose changes are shown while somebody looks on.
type Watched struct {
	Folder string
	What   string // is in it, in words
	Polled string // why the system does not notify of changes; empty: it does
}

// watched says how changes are noticed.
func (e *exam) watched() {
	if e.Watched == nil {
		return
	}
	var polled []string
	for _, w := range e.Watched() {
		if w.Polled != "" {
			polled = append(polled, w.What)
			e.found("watch-polled", w.Folder, fmt.Sprintf("Changes of %s are looked for every 250 ms: %s.", w.What, w.Polled))
		}
	}
	if len(polled) > 0 {
		e.saw(areaWatching, strings.Join(polled, " and ")+": looked for every 250 ms")
		return
	}
	e.saw(areaWatching, "changes are noticed as they happen")
}
