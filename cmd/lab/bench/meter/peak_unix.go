//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakBytes is the largest resident size a process had.
func peakBytes(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss // bytes there, KiB elsewhere
	}
	return usage.Maxrss << 10
}
