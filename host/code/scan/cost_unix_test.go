//go:build unix

package scan

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ensure that a text is cut in time linear in it, also where all of it is one line: sixteen times
// the text takes nowhere near its square as long. Processor time counts, which other work takes
// nothing of; a bad measurement gets three tries.
func TestCutIsLinear(t *testing.T) {
	limits := DefaultLimits()
	limits.LineBytes = limits.Bytes
	for _, unit := range []string{"/[", `/\`, "#", "r##", "<", `<<~"<<~'`, "`", "${"} {
		for _, language := range languages {
			cut := func(size int) time.Duration {
				text := []byte("x = " + strings.Repeat(unit, size/len(unit)))
				began := processorTime(t)
				Cut(language, text, limits)
				return processorTime(t) - began
			}
			var base, took time.Duration
			for range 3 {
				base = max(cut(8<<10), 2*time.Millisecond)
				if took = cut(16 * 8 << 10); took < 80*base {
					break
				}
			}
			if took >= 80*base {
				t.Errorf("%q as %s: 8 KiB took %v, 128 KiB %v", unit, language, base, took)
			}
		}
	}
}

// processorTime is what this process has had of all processors.
func processorTime(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
