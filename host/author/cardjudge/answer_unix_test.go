//go:build unix

package cardjudge_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/author/cardjudge"
)

// Ensure that reading an answer takes time linear in it, whatever it holds: sixteen times the
// text takes nowhere near its square as long. Processor time counts, which other work takes
// nothing of; a bad measurement gets three tries.
func TestReadAnswerIsLinear(t *testing.T) {
	for _, unit := range []string{"[]", "[1]\n", `{"cards":[]},`, "`", ",", "ask: a\n", "prose\n", "[x\n", "[", "{}]"} {
		var base, took time.Duration
		for range 3 {
			base = max(timed(unit, 64<<10), 2*time.Millisecond)
			if took = timed(unit, 1<<20); took < 40*base {
				break
			}
		}
		if took >= 40*base {
			t.Errorf("%q: 64 KiB took %v, 1 MiB %v", unit, base, took)
		}
	}
}

func timed(unit string, size int) time.Duration {
	text := []byte(strings.Repeat(unit, size/len(unit)))
	start := processorTime()
	_, _ = cardjudge.ReadAnswer(text) // most are no answers
	return processorTime() - start
}

// processorTime is what this process has had of all processors.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
