//go:build unix

package env

import (
	"syscall"
	"time"
)

// ProcessorTime is what this process has had of all processors, in user and in
// system mode.
func ProcessorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return time.Duration(1<<63 - 1) // as if it had all: nothing is put off
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
