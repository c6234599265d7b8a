package uitest

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// busy holds the page for some milliseconds, in a task of its own.
func busy(ms int) string {
	return fmt.Sprintf("new Promise(done => setTimeout(() => { const end = performance.now() + %d; while (performance.now() < end); done(true); }))", ms)
}

// Ensure a task that holds the page is found with its time, and that what the checks do is
// no task of the page's.
func TestLongTasks(t *testing.T) {
	p := Start(t).Page(t, "data:text/html,<p>text", 500, 500, "light")
	Eval[bool](p, busy(400))
	ours[bool](p, busy(2000))
	// A busy machine may make a long task of anything, so only these two are looked for.
	longest := slices.Max(append(p.LongTasks(), 0))
	if longest < 400*time.Millisecond || longest >= 2*time.Second {
		t.Errorf("the longest was %v", longest)
	}
}
