//go:build unix

package hostile

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

// processorTime is what this process has used so far, its children left out.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// resetPeak gives free memory back, and lets the peak begin anew where the
// system can do that; elsewhere it is the highest of all guests so far.
func resetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // Linux only
}

// peakBytes is the most memory that this process held since the last reset.
func peakBytes() int64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		var kilobytes int64
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		fmt.Sscan(rest, &kilobytes)
		return kilobytes << 10
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return int64(usage.Maxrss)
}
